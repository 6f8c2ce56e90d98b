// The colours of the page's tokens, as a canvas takes them; read again when light turns to dark.
const NAMES = ['paper', 'paper-sunk', 'line', 'line-strong', 'control-line', 'graphite', 'graphite-2', 'graphite-3',
  'authority', 'authority-edge', 'human', 'on-human', 'agent', 'agent-line', 'alert', 'alert-line'];

export const readPalette = near => {
  const probe = near.appendChild(document.createElement('i'));
  probe.hidden = true;
  const colours = {};
  for (const name of NAMES) {
    probe.style.color = `var(--${name})`;
    colours[name] = getComputedStyle(probe).color;
  }
  for (const hand of ['human', 'machine']) {
    probe.style.fontFamily = `var(--hand-${hand})`;
    colours[`font-${hand}`] = getComputedStyle(probe).fontFamily;
  }
  probe.remove();
  return colours;
};

export const whenColoursChange = (then, signal) => {
  for (const query of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)'])
    matchMedia(query).addEventListener('change', then, { signal });
  const watcher = new MutationObserver(then);
  watcher.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  signal.addEventListener('abort', () => watcher.disconnect());
};
