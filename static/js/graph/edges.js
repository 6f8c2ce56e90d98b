// Lines: solid and strong for lineage, thin for other links, dashed for what is only proposed, dotted for citing.
import { inSlices } from './layer.js';

// One path for thousands of long lines takes seconds to paint, a path for a few dozen no time.
const MANY = 2500, AT_ONCE = 40;

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

export const stroke = (pen, colours, style, pairs, { strong = false, thin = false, fade = 1, curve = bow } = {}) => {
  if (!pairs.length) return;
  const { colour, width, dash = [], cap = 'butt' } = STYLES[style] ?? STYLES.other;
  pen.globalAlpha = fade;
  pen.strokeStyle = colours[strong && colour === 'line-strong' ? 'graphite-3' : colour];
  pen.lineWidth = thin ? Math.min(width, 1) : strong ? Math.max(width, 1.5) : width;
  pen.lineCap = cap;
  pen.setLineDash(thin ? [] : dash);
  for (let start = 0; start < pairs.length; start += AT_ONCE) {
    pen.beginPath();
    for (const [from, to] of pairs.slice(start, start + AT_ONCE)) curve(pen, from, to);
    pen.stroke();
  }
  pen.setLineDash([]);
  pen.lineCap = 'butt';
  pen.globalAlpha = 1;
};

export const isAside = (a, b, camera) =>
  Math.max(a.x, b.x) < 0 || Math.min(a.x, b.x) > camera.width || Math.max(a.y, b.y) < camera.top || Math.min(a.y, b.y) > camera.height;

const isUpdate = edge => edge.type === 'updates';

const sorted = (edges, scene, camera, isMany) => {
  const batches = new Map(), { selected, around } = scene;
  for (const edge of edges) {
    const { from, to, type } = edge;
    if (isAside(from, to, camera)) continue;
    const isTouched = selected && (from === selected || to === selected), later = from.later || to.later;
    const dim = !isTouched && (from.dim || to.dim), strong = isTouched || (isUpdate(edge) && !dim);
    const thin = isMany && !isUpdate(edge) && !isTouched, style = isUpdate(edge) && dim && around.size ? 'other' : type;
    const fade = later ? (thin ? .1 : .22) : thin ? (dim ? .14 : .35) : dim && style === type ? .4 : 1;
    const key = `${strong ? 1 : 0}|${style}|${fade}`;
    if (!batches.has(key)) batches.set(key, { style, strong, thin, fade, pairs: [], curve: isUpdate(edge) || thin ? straight : bow });
    batches.get(key).pairs.push([from, to]);
  }
  return [...batches.values()].sort((one, other) => one.strong - other.strong);
};

// With a layer, all but what surrounds the selection is left to it. Returns the links to be named.
export const drawEdges = (pen, colours, scene, camera, { layer = null, isMoving = false } = {}) => {
  const isMany = scene.shownEdges.length > MANY, isLayered = isMany && layer;
  if (isLayered) {
    layer.show(pen, camera);
    if (isMoving) layer.stop();
    else if (!layer.isAt(camera, scene)) layer.paint(camera, scene, sorted(scene.shownEdges, scene, camera, true)
      .flatMap(one => [...inSlices(one.pairs, (on, some) => stroke(on, colours, one.style, some, one))]));
  }
  for (const one of sorted(isLayered ? scene.nearEdges : scene.shownEdges, scene, camera, isMany))
    stroke(pen, colours, one.style, one.pairs, one);
  return scene.nearEdges.filter(edge => !isUpdate(edge) && (edge.from === scene.selected || edge.to === scene.selected));
};
