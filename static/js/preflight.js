// Tells what the page offers to an agent: the chip in the masthead and wherever else it is said.
(() => {
  const WORDS = {
    starting: 'looking',
    checking: 'looking',
    ready: 'ready',
    partial: 'some could not be registered',
    absent: 'not in this browser',
    untrusted: 'not over this connection',
    offline: 'server not reached',
    signed_out: 'signed out',
    stopped: 'stopped',
  };
  const put = (name, words) => document.querySelectorAll(`[data-tools="${name}"]`).forEach(place => {
    place.textContent = words;
  });

  const show = state => {
    if (!state) return;
    const count = state.tools?.length ?? 0;
    document.querySelectorAll('[data-preflight]').forEach(chip => {
      chip.classList.toggle('preflight--absent', count === 0);
    });
    put('count', String(count));
    const status = state.status === 'absent' && !isSecureContext ? 'untrusted' : state.status;
    put('status', WORDS[status] ?? status);
    const there = Boolean(document.modelContext?.registerTool);
    document.querySelectorAll('[data-tools-absent]').forEach(note => { note.hidden = there; });
  };

  document.addEventListener('site-tools:state', event => show(event.detail ?? window.siteTools));
  for (const name of ['htmx:afterSettle', 'live:refreshed'])
    document.addEventListener(name, () => show(window.siteTools));
})();
