// Whether the page is live, said in the masthead: nothing as long as it is, and nothing of a hiccup.
const liveState = (() => {
  const GRACE = 1500, SHOWN = 5000; // milliseconds
  let state = 'live', isLive = true, timer;

  const put = name => {
    state = name;
    const place = document.querySelector('[data-live-state]');
    if (!place) return;
    const words = place.dataset[name] ?? '';
    if (place.textContent !== words) place.textContent = words;
    place.dataset.liveState = name;
  };
  const show = now => {
    if (now === isLive && state !== 'ended') return;
    isLive = now;
    clearTimeout(timer);
    if (!now) timer = setTimeout(put, GRACE, 'lost');
    else if (state === 'lost') {
      put('back');
      timer = setTimeout(put, SHOWN, 'live');
    } else put('live');
  };
  const end = () => {
    clearTimeout(timer);
    isLive = false;
    put('ended');
  };
  document.addEventListener('htmx:afterSettle', () => put(state));

  return { show, end };
})();
