// Lines: solid and strong for lineage, thin for other links, dashed for what is only proposed, dotted for citing.
const MANY = 2500;

const bow = (pen, a, b) => {
  pen.moveTo(a.x, a.y);
  if (Math.abs(a.y - b.y) < 2) {
    const lift = Math.min(34, Math.abs(a.x - b.x) * .16);
    pen.quadraticCurveTo((a.x + b.x) / 2, a.y - lift * 2, b.x, b.y);
    return;
  }
  const middle = (a.y + b.y) / 2;
  pen.bezierCurveTo(a.x, middle, b.x, middle, b.x, b.y);
};
const straight = (pen, a, b) => { pen.moveTo(a.x, a.y); pen.lineTo(b.x, b.y); };

const STYLES = {
  updates: { colour: 'graphite', width: 2 },
  contradicts: { colour: 'alert-line', width: 1.5, dash: [7, 4] },
  similar_to: { colour: 'line-strong', width: 1.25, dash: [2, 4] },
  other: { colour: 'line-strong', width: 1.25 },
  proposed: { colour: 'agent-line', width: 1.5, dash: [4, 3.5] },
  decided: { colour: 'line-strong', width: 1.25, dash: [4, 3.5] },
  cites: { colour: 'control-line', width: 1.75, dash: [1, 4], cap: 'round' },
};

export const stroke = (pen, colours, style, pairs, { strong = false, fade = 1, curve = bow } = {}) => {
  if (!pairs.length) return;
  const { colour, width, dash = [], cap = 'butt' } = STYLES[style] ?? STYLES.other;
  pen.globalAlpha = fade;
  pen.beginPath();
  for (const [from, to] of pairs) curve(pen, from, to);
  pen.strokeStyle = colours[strong && colour === 'line-strong' ? 'graphite-3' : colour];
  pen.lineWidth = strong ? Math.max(width, 1.5) : width;
  pen.lineCap = cap;
  pen.setLineDash(dash);
  pen.stroke();
  pen.setLineDash([]);
  pen.lineCap = 'butt';
  pen.globalAlpha = 1;
};

const isAside = (a, b, camera) =>
  Math.max(a.x, b.x) < 0 || Math.min(a.x, b.x) > camera.width || Math.max(a.y, b.y) < camera.top || Math.min(a.y, b.y) > camera.height;

// While thousands are in motion only lineages and what is selected are drawn; the rest returns with the rest.
export const drawEdges = (pen, colours, scene, camera, { isMoving }) => {
  const batches = new Map(), edges = scene.shownEdges, many = edges.length > MANY, touched = [];
  for (const edge of edges) {
    const { from, to } = edge;
    if (isAside(from, to, camera)) continue;
    const isTouched = scene.selected && (from === scene.selected || to === scene.selected);
    if (isTouched && edge.type !== 'updates') touched.push(edge);
    const strong = isTouched || (edge.type === 'updates' && !(from.dim || to.dim));
    if (many && isMoving && !strong && edge.type !== 'updates') continue;
    const later = from.later || to.later, dim = !strong && (from.dim || to.dim);
    const key = `${edge.type}|${strong ? 1 : 0}|${later ? .22 : dim ? .4 : many ? .7 : 1}`;
    if (batches.has(key)) batches.get(key).push([from, to]);
    else batches.set(key, [[from, to]]);
  }
  const order = [...batches].sort(([one], [other]) => Number(one.split('|')[1]) - Number(other.split('|')[1]));
  for (const [key, pairs] of order) {
    const [style, strong, fade] = key.split('|'), isUpdate = style === 'updates';
    const curve = isUpdate || (many && strong === '0') ? straight : bow;
    const thin = isUpdate && scene.around.size && Number(fade) < .5;
    stroke(pen, colours, thin ? 'other' : style, pairs, { strong: strong === '1', fade: thin ? 1 : Number(fade), curve });
  }
  return touched;
};
