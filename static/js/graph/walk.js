// The picture under the keyboard: along a row in time, from row to row, and what each key does.
const ALONG = { ArrowLeft: -1, ArrowRight: 1 }, ACROSS = { ArrowUp: -1, ArrowDown: 1 };

const sorted = nodes => [...nodes].sort((one, other) => one.row - other.row || one.at - other.at || one.version - other.version);

export const neighbour = (nodes, from, key) => {
  if (!from || from.hidden || from.type !== 'memory') return nodes.findLast(node => node.state === 'authoritative') ?? nodes[0];
  if (key in ALONG) {
    const row = sorted(nodes.filter(node => node.row === from.row));
    return row[row.indexOf(from) + ALONG[key]];
  }
  const beyond = nodes.filter(node => (node.row - from.row) * ACROSS[key] > 0);
  const next = Math.min(...beyond.map(node => Math.abs(node.row - from.row)));
  const row = beyond.filter(node => Math.abs(node.row - from.row) === next);
  return row.sort((one, other) => Math.abs(one.at - from.at) - Math.abs(other.at - from.at))[0];
};

const outermost = (nodes, last) => {
  const all = [...nodes].sort((one, other) => one.at - other.at || one.number.localeCompare(other.number));
  return last ? all.at(-1) : all[0];
};

export const said = (one, linked) => {
  if (one.type === 'memory')
    return `${one.label}, version ${one.version}, ${one.state}, ${one.kind}, ${one.number}, ${linked} link${linked === 1 ? '' : 's'}`;
  return one.type === 'proposal' ? `Proposal ${one.number} by ${one.by.name}, ${one.state ?? 'not yet made'}` : `Evidence ${one.number}`;
};

export const followKeys = (surface, { scene, select, letGo, keepTo, enter, zoom, toChange, signal }) => {
  const does = {
    Enter: enter, Escape: letGo, l: keepTo, L: keepTo, '[': () => toChange(-1), ']': () => toChange(1),
    '+': () => zoom('in'), '=': () => zoom('in'), '-': () => zoom('out'), 0: () => zoom('fit'),
  };
  surface.addEventListener('keydown', event => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const { key } = event, nodes = scene().shownNodes;
    if (key in ALONG || key in ACROSS) select(neighbour(nodes, scene().selected, key));
    else if (key === 'Home' || key === 'End') select(outermost(nodes, key === 'End'));
    else if (does[key]) does[key]();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }, { signal });
};
