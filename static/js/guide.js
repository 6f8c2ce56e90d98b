// The guided demo. Its steps come from the server, as every live region does; here is what a page
// remembers of them: whether the rail is folded, which step was said, and where the last one leads.
(() => {
  const NARROW = matchMedia('(width < 80rem)');
  let known = null; // {project, step} as last shown in this tab

  const rail = () => document.querySelector('[data-guide]');
  const steps = () => document.getElementById('guide-steps');
  const isBusy = () => document.hidden || document.querySelector('dialog[open]')
    || document.activeElement?.matches('input, textarea, select');

  const remember = folded => {
    const secure = location.protocol === 'https:' ? '; secure' : '';
    document.cookie = `guide=${folded ? 'folded' : 'open'}; path=/; samesite=lax${secure}`;
  };

  // A strip begins folded, so that the page below it is seen; later the last choice counts.
  const fold = () => {
    if (!rail() || document.cookie.includes('guide=')) return;
    if (NARROW.matches) {
      rail().open = false;
      remember(true);
    }
  };

  document.addEventListener('click', event => {
    const summary = event.target.closest('[data-guide] > summary');
    if (summary) remember(summary.parentElement.open); // as it is before the click
  });

  // In the strip, what is to be done now comes first.
  const scroll = () => {
    const body = rail()?.querySelector('.guide__body');
    const now = body?.querySelector('[aria-current=step]');
    if (now && body.scrollHeight > body.clientHeight) body.scrollTop = now.offsetTop - body.offsetTop;
  };
  document.addEventListener('toggle', event => {
    if (event.target === rail()) scroll();
  }, true);

  const say = words => {
    const place = document.querySelector('[data-guide-said]');
    if (place) place.textContent = words;
  };

  // Left or closed in another tab: what it asks for leads nowhere any more.
  const leave = page => {
    const asked = page.body.dataset.part?.split(' ') ?? ['guide-steps'];
    if (!rail() || !asked.includes('guide-steps') || page.getElementById('guide-steps')) return;
    document.querySelector('.guide-wrap').remove();
    document.querySelector('.shell').classList.remove('shell--guided');
  };

  const look = () => {
    fold();
    const place = steps();
    if (!place) return;
    const { project } = document.body.dataset;
    const step = Number(place.dataset.step);
    const before = known?.project === project ? known.step : null;
    known = { project, step };
    if (before === step) return;
    scroll();
    if (before === null) return;
    say(place.dataset.says);
    const leads = place.querySelector('[data-guide-opens]');
    if (leads && !isBusy()) leads.click();
  };

  document.addEventListener('live:refreshed', event => leave(event.detail));
  for (const name of ['DOMContentLoaded', 'htmx:afterSettle', 'live:refreshed']) document.addEventListener(name, look);
})();
