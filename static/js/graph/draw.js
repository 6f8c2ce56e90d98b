// One picture, from the ground up, on anything that draws like a canvas.
import { drawEdges } from './edges.js';
import { Labels, labelNodes } from './labels.js';
import { inSlices } from './layer.js';
import { drawMarkLines, drawMarks, isNear, placeMarks } from './marks.js';
import { ring, seals } from './shapes.js';
import { msOf, ticks } from './time.js';

const TICK_ROOM = 92;
const ORDER = ['superseded', 'retired', 'expired', 'scheduled', 'authoritative'];

const ground = (pen, colours, camera, lanes) => {
  pen.strokeStyle = colours.line;
  pen.fillStyle = colours['graphite-3'];
  pen.lineWidth = 1;
  pen.font = `400 12px ${colours['font-human']}`;
  pen.textAlign = 'left';
  pen.setLineDash([1, 5]);
  pen.lineCap = 'round';
  for (const [at, words] of ticks(camera.from, camera.to, TICK_ROOM / camera.perMs)) {
    const x = Math.round(camera.x(at)) + .5;
    pen.beginPath();
    pen.moveTo(x, 30);
    pen.lineTo(x, camera.height - 8);
    pen.stroke();
    pen.fillText(words, x + 5, 20);
  }
  pen.setLineDash([]);
  pen.lineCap = 'butt';
  for (const lane of lanes) {
    const rows = camera.rowHeight >= 26 ? lane.rows : 0;
    pen.beginPath();
    for (let row = 0; row < rows; row++) {
      const y = Math.round(camera.y(lane.top + row)) + .5;
      pen.moveTo(camera.left - 20, y);
      pen.lineTo(camera.width - 8, y);
    }
    if (!rows) {
      const y = Math.round(camera.y(lane.top - .5)) + .5;
      pen.moveTo(8, y);
      pen.lineTo(camera.width - 8, y);
    }
    pen.stroke();
  }
};

// Beside the lanes; on a narrow screen above them. What stands later keeps clear of them.
const laneNames = (labels, camera, lanes) => {
  const narrow = camera.left < 60;
  let lowest = -Infinity;
  for (const lane of lanes) {
    const first = camera.y(lane.top), last = camera.y(lane.top + lane.rows - 1);
    let y = narrow ? first - Math.min(26, camera.rowHeight / 2) + 10 : Math.min(Math.max(first + 4, 52), Math.max(last + 4, first + 4));
    if (y < lowest + 15) y = lowest + 15;
    if (last < 30 || y > camera.height) continue;
    lowest = y;
    const words = [...lane.label].length > 13 ? `${[...lane.label].slice(0, 12).join('')}…` : lane.label;
    labels.put(words, 8, y, { align: 'left', colour: 'graphite-3', must: true, halo: 8 });
  }
};

const place = (scene, camera) => {
  const r = Math.min(10, Math.max(1.6, camera.rowHeight * .2)), shown = [];
  for (const node of scene.graph.nodes) {
    node.x = camera.x(node.at);
    node.y = camera.y(node.row);
    node.r = node === scene.selected ? Math.max(r * 1.7, 9) : scene.around.has(node) ? Math.max(r * 1.12, 4) : r;
    const isInSight = node.x > -30 && node.x < camera.width + 30 && node.y > -30 && node.y < camera.height + 30;
    if (!node.hidden && isInSight) shown.push(node);
  }
  return shown;
};

const FADES = [.26, .45, 1], MANY = 1500;

// The faintest first; by state, and by size: the selection is larger, its surroundings a little.
const batched = (nodes, scene) => {
  const batches = Array.from({ length: FADES.length * ORDER.length * 3 }, () => []);
  for (const node of nodes) {
    const size = node === scene.selected ? 2 : scene.around.has(node) ? 1 : 0, fade = node.later ? 0 : node.dim ? 1 : 2;
    batches[(fade * ORDER.length + ORDER.indexOf(node.state)) * 3 + size].push(node);
  }
  return batches.flatMap((items, at) => (items.length ? [{ items, fade: FADES[Math.floor(at / 3 / ORDER.length)] }] : []));
};

const drawSeals = (pen, colours, batches) => {
  for (const { items, fade } of batches) {
    pen.globalAlpha = fade;
    seals(pen, colours, items[0].state, items);
  }
  pen.globalAlpha = 1;
};

// Thousands of seals, and the marks among them, move as one image. When the picture rests it is
// painted anew, a few at a time, and takes the place of the one before.
const drawThings = (pen, colours, scene, camera, { nodes, placed, lines }, { layer, isMoving }) => {
  const isMany = layer && nodes.length > MANY, isCarried = isMany && layer.isOf(scene);
  const near = { nodes: nodes.filter(node => scene.around.has(node)), placed: placed.filter(one => isNear(scene, one)),
    lines: lines.filter(({ from, to }) => isNear(scene, from) || isNear(scene, to)) };
  if (isCarried) layer.show(pen, camera);
  const now = isCarried ? near : { nodes, placed, lines: isMany && isMoving ? near.lines : lines };
  drawMarkLines(pen, colours, now.lines);
  asOfLine(pen, colours, camera, scene.asOf);
  const batches = batched(now.nodes, scene);
  drawSeals(pen, colours, batches);
  drawMarks(pen, colours, now.placed, scene.selected);
  if (isMany && isMoving) layer.stop();
  else if (isMany && !layer.isAt(camera, scene)) layer.paint(camera, scene, [
    ...inSlices(lines, (on, some) => drawMarkLines(on, colours, some)),
    ...batches.flatMap(({ items, fade }) => [...inSlices(items, (on, some) => drawSeals(on, colours, [{ items: some, fade }]))]),
    ...inSlices(placed, (on, some) => drawMarks(on, colours, some, scene.selected)),
  ]);
};

const asOfLine = (pen, colours, camera, asOf) => {
  const x = Math.round(camera.x(asOf ? msOf(asOf) : Date.now())) + .5;
  if (x < camera.left - 4 || x > camera.width) return;
  pen.beginPath();
  pen.moveTo(x, 28);
  pen.lineTo(x, camera.height);
  pen.strokeStyle = colours['graphite-3'];
  pen.lineWidth = 1;
  pen.stroke();
};

const linkWords = (labels, touched, selected) => {
  for (const { type, from, to } of touched.slice(0, 14)) {
    const other = from === selected ? to : from, says = type.replace('_', ' ');
    const words = to.x < from.x ? `← ${says}` : `${says} →`;
    labels.put(words, (selected.x + other.x * 2) / 3, (selected.y + other.y * 2) / 3 - 6, { size: 11, colour: 'graphite-3' });
  }
};

// What can be pointed at comes back, the topmost last.
export const draw = (pen, colours, scene, camera, { lanes, layers = null, hovered = null, isMoving = false }) => {
  pen.fillStyle = colours.paper;
  pen.fillRect(0, 0, camera.width, camera.height);
  ground(pen, colours, camera, lanes);
  const nodes = place(scene, camera), { placed, lines } = placeMarks(scene, camera);
  const touched = drawEdges(pen, colours, scene, camera, { layer: layers?.edges, isMoving });
  drawThings(pen, colours, scene, camera, { nodes, placed, lines }, { layer: layers?.nodes, isMoving });
  if (scene.selected?.type === 'memory' && !scene.selected.hidden) ring(pen, colours, scene.selected);
  const labels = new Labels(pen, colours, camera, { isMoving });
  laneNames(labels, camera, lanes);
  for (const mark of placed) labels.keepFree(mark);
  const isBusy = isMoving && nodes.length > MANY;
  if (!isBusy) labelNodes(labels, scene, nodes, hovered);
  for (const mark of placed) if (!mark.later && !mark.dim && (!isBusy || isNear(scene, mark)))
    labels.put(mark.label, mark.x, mark.y + (mark.what === 'evidence' ? -14 : 27), mark.what === 'person' ? { bold: true, colour: 'graphite' } : { hand: 'machine', colour: mark.what === 'proposal' ? 'agent' : 'graphite-2', size: 11.5 });
  if (touched.length) linkWords(labels, touched, scene.selected);
  return [...nodes, ...placed];
};
