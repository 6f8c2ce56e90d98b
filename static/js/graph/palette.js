// The colours of the page's tokens, as a canvas takes them; read again when light turns to dark.
const NAMES = ['paper', 'paper-sunk', 'line', 'line-strong', 'control-line', 'graphite', 'graphite-2', 'graphite-3',
  'authority', 'authority-edge', 'human', 'on-human', 'agent', 'agent-line', 'alert', 'alert-line'];

// Where a person's own colours are forced upon the page, a canvas has to take them by itself. Honey
// stays, as in the seals of the page: it is told by its shape as well.
const FORCED = {
  paper: 'Canvas', 'paper-sunk': 'Canvas', 'on-human': 'Canvas', line: 'GrayText', 'line-strong': 'GrayText', 'agent-line': 'GrayText', 'alert-line': 'GrayText',
  'control-line': 'CanvasText', graphite: 'CanvasText', 'graphite-2': 'CanvasText', 'graphite-3': 'CanvasText', 'authority-edge': 'CanvasText',
  human: 'CanvasText', agent: 'CanvasText', alert: 'CanvasText',
};

export const readPalette = near => {
  const probe = near.appendChild(document.createElement('i'));
  probe.hidden = true;
  probe.style.forcedColorAdjust = 'none';
  const forced = matchMedia('(forced-colors: active)').matches ? FORCED : {};
  const colours = {};
  for (const name of NAMES) {
    probe.style.color = forced[name] ?? `var(--${name})`;
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
