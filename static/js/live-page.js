// The page as the server has it now: fetched from its own address, and its regions marked `data-live`
// taken over, except one that somebody is typing in: that one follows when they are done.
const livePage = (() => {
  const PATIENCE = 20_000; // milliseconds for the server to answer
  const NAMES = ['id', 'href', 'name', 'value'];
  let going, next, isHeld = false, isPressed = false;

  // Words of a `data-draft` are put back by drafts.js, and ticks in a list by queue.js.
  const FIELDS = 'input:not([type=hidden], [type=checkbox]), textarea, select';
  const isChosen = ({ options, selectedIndex }) =>
    selectedIndex !== Math.max(0, [...options].findLastIndex(option => option.defaultSelected));
  const isFilled = field => !field.closest('[data-draft]')
    && (field.options ? isChosen(field) : field.value !== field.defaultValue);
  const isBusy = region => region.querySelector('dialog[open]')
    || region.contains(document.activeElement?.closest(FIELDS))
    || [...region.querySelectorAll(FIELDS)].some(isFilled);

  const twinOf = (element, region, fresh) => {
    const isAlike = one => NAMES.every(name => one.getAttribute(name) === element.getAttribute(name));
    const alike = place => [...place.querySelectorAll(element.localName)].filter(isAlike);
    const same = place => alike(place).filter(one => one.textContent === element.textContent);
    return same(fresh)[same(region).indexOf(element)] ?? same(fresh)[0]
      ?? (element.id || element.href ? alike(fresh)[0] : undefined);
  };
  // What a reader had in focus, opened or folded stays so in what takes its place.
  const replace = (region, fresh) => {
    const held = region.contains(document.activeElement) && document.activeElement;
    const moved = [...region.querySelectorAll('details[data-moved] > summary')];
    region.replaceWith(fresh);
    for (const summary of moved) {
      const fold = twinOf(summary, region, fresh)?.parentElement;
      if (!fold) continue;
      fold.open = summary.parentElement.open;
      fold.dataset.moved = '';
    }
    if (!held) return;
    const twin = held === region ? fresh : twinOf(held, region, fresh);
    (twin ?? document.getElementById('main')).focus({ preventScroll: true });
  };
  document.addEventListener('click', event => {
    const summary = event.target.closest('summary');
    if (summary) summary.parentElement.dataset.moved = '';
  });

  const takeOver = page => {
    isHeld = false;
    document.dispatchEvent(new CustomEvent('live:refreshing'));
    for (const region of document.querySelectorAll('[data-live]')) {
      const fresh = page.getElementById(region.id);
      if (!fresh) continue;
      if (isBusy(region)) {
        isHeld = true;
        continue;
      }
      const copy = document.importNode(fresh, true);
      replace(region, copy);
      window.htmx?.process(copy);
    }
    document.body.dataset.seq = page.body.dataset.seq ?? '';
    document.dispatchEvent(new CustomEvent('live:refreshed', { detail: page }));
  };

  // 'shown'; 'later' where it came at a wrong moment; 'lost' without an answer; 'refused'.
  const bring = async () => {
    const asked = location.href;
    const headers = { Accept: 'text/html' };
    const signal = AbortSignal.timeout(PATIENCE);
    // A list that somebody works through asks for the rows it has, not for what came since.
    const from = document.querySelector('[data-live-from]')?.dataset.liveFrom;
    const answer = await fetch(from ?? asked, { cache: 'no-store', headers, signal });
    const html = await answer.text();
    // Somebody who went on meanwhile is on another page: its regions are not these. And what
    // is taken away between press and release is never clicked.
    if (location.href !== asked || isPressed) return 'later';
    if (!answer.ok) return answer.status < 500 ? 'refused' : 'lost';
    const page = new DOMParser().parseFromString(html, 'text/html');
    if (['user', 'project'].some(name => page.body.dataset[name] !== document.body.dataset[name])) return 'refused';
    takeOver(page);
    return 'shown';
  };

  // One at a time, and one more for all who ask meanwhile: it begins after they asked.
  const refresh = () => {
    if (going) return next ??= going.then(() => { next = undefined; return refresh(); });
    going = bring().catch(() => 'lost').finally(() => { going = undefined; });
    return going;
  };

  addEventListener('pointerdown', () => { isPressed = true; }, true);
  for (const end of ['pointerup', 'pointercancel', 'dragend']) {
    addEventListener(end, () => { isPressed = false; }, true);
  }
  addEventListener('blur', () => { isPressed = false; }); // of the window alone: a press moves the focus

  return { refresh, isHeld: () => isHeld };
})();
