// How a version came about: on the line before it stand the proposal and whoever decided. These do
// not stand on the axis of time; what waits stands on it, after what it would change.
import { isAside, stroke } from './edges.js';
import { brackets, discs, sheets } from './shapes.js';

const STEP = 58, LEAST = 30, APART = 24, BELOW = 26, MANY = 80;

// The versions of the lineage in the picture's order; of those that stand on one spot one speaks, the selected before others.
const spots = scene => {
  const lineage = (scene.selected ?? scene.focus)?.lineage, spots = [];
  const versions = [...scene.around].filter(node => node.type === 'memory' && !node.hidden && node.lineage === lineage);
  for (const node of versions.sort((one, other) => one.x - other.x || one.version - other.version)) {
    const last = spots.at(-1);
    if (!last || node.x - last.x >= APART) spots.push(node);
    else if (last !== scene.selected) spots[spots.length - 1] = node;
  }
  return spots;
};

// Between a version and its predecessor, or before the first; never on another version's line.
const before = (scene, node, left) => {
  const mark = scene.graph.byId.get(node.proposal_id), follows = !left || left.version < node.version;
  if (!mark || !follows) return null;
  const people = mark.reviews.filter(review => review.decision === 'approve').slice(-2);
  const step = Math.min(STEP, left ? (node.x - left.x) / (people.length + 2) : STEP);
  if (step < LEAST) return null;
  const end = node.x - step * (people.length + 1), common = { y: node.y, later: node.later, of: node };
  return [
    { ...common, what: 'proposal', mark, status: 'pending', x: end, label: mark.number },
    ...people.map((review, place) => ({
      ...common, what: 'person', review, x: end + step * (place + 1), label: review.by.name, initial: [...review.by.name][0]?.toUpperCase() ?? '',
    })),
  ];
};

const isInSight = ({ x, y }, camera) => x > -40 && x < camera.width + 40 && y > -40 && y < camera.height + 40;
const isUnderway = status => status === 'pending' || status === 'approved';

// Only where there is room to read them: around what is selected, and wherever something waits.
export const placeMarks = (scene, camera) => {
  const { graph } = scene, placed = [], lines = [], told = new Set();
  let left = null;
  for (const node of spots(scene)) {
    const row = before(scene, node, left);
    if (row) {
      if (left?.place === node.place - 1) lines.push({ style: 'gap', from: left, to: row[0] }, { style: 'proposed', from: left, to: row[0] });
      else if (!left) lines.push({ style: 'updates', from: row[0], to: node });
      placed.push(...row);
      told.add(node);
    }
    left = node;
  }
  const stacked = new Map();
  for (const mark of graph.proposals) {
    if (mark.hidden || (mark.status === 'applied' && (mark.state === 'applied' || mark.state === null))) continue;
    const target = graph.byId.get(mark.targets[0]), waits = isUnderway(mark.state ?? mark.status);
    if (target?.hidden || (!waits && !scene.around.has(mark))) continue;
    if (target && !waits && camera.rowHeight < 40) continue;
    // What waited then, and has made something since, stood where that stands.
    const row = target ? target.row : mark.row ?? graph.madeBy.get(mark.id)?.[0].row;
    if (row === undefined) continue;
    const count = stacked.get(target) ?? 0, y = camera.y(row) + (target ? (waits ? 0 : BELOW) + count * BELOW : 0);
    if (target) stacked.set(target, count + 1);
    const x = target ? Math.max(camera.x(mark.at), target.x + 72) : camera.x(mark.at);
    const seat = { what: 'proposal', mark, status: mark.state ?? mark.status, x, y, later: mark.later, dim: mark.dim, label: target ? mark.number : mark.label || mark.number };
    placed.push(seat);
    if (target) lines.push({ style: waits ? 'proposed' : 'decided', from: target, to: seat, fade: seat.later ? .22 : 1 });
  }
  for (const sheet of graph.evidence) if (!sheet.hidden)
    placed.push({ what: 'evidence', mark: sheet, x: camera.x(sheet.at), y: camera.y(sheet.row), later: sheet.later, dim: sheet.dim, label: sheet.number });
  const all = [...lines, ...cites(scene, placed, told)];
  return { placed: placed.filter(one => isInSight(one, camera)), lines: all.filter(({ from, to }) => !isAside(from, to, camera)) };
};

// From the proposal, or from what it made where that has no room beside it.
const cites = (scene, placed, told) => {
  const { graph } = scene, seats = new Map(placed.filter(one => one.what === 'evidence').map(one => [one.mark, one]));
  const proposed = placed.filter(one => one.what === 'proposal' && !one.dim);
  const untold = [...scene.around].filter(one => one.type === 'memory' && !one.hidden && !told.has(one));
  const citing = [...proposed, ...untold.map(node => ({ ...node, of: node, mark: graph.byId.get(node.proposal_id) }))];
  return citing.flatMap(one => (one.mark?.cites ?? []).flatMap(id => {
    const cited = graph.byId.get(id), end = seats.get(cited) ?? (cited && !cited.hidden ? cited : null);
    return end ? [{ style: 'cites', from: one, to: end, fade: one.later ? .3 : 1 }] : [];
  }));
};

const straight = (pen, a, b) => { pen.moveTo(a.x, a.y); pen.lineTo(b.x, b.y); };
const batched = (all, key) => {
  const batches = new Map();
  for (const one of all) {
    const name = key(one);
    if (batches.has(name)) batches.get(name).push(one);
    else batches.set(name, [one]);
  }
  return [...batches.values()];
};

// What a version came about by goes from mark to mark; the line it leaves out is wiped away first.
export const drawMarkLines = (pen, colours, lines) => {
  const faded = ({ from, to, fade = from.later || to.later ? .22 : 1 }) => fade;
  for (const { style, from, to } of lines) if (style === 'gap') {
    pen.beginPath();
    straight(pen, from, to);
    pen.strokeStyle = colours.paper;
    pen.lineWidth = 4;
    pen.stroke();
  }
  const isThin = ({ style, from }) => style === 'cites' && lines.length > MANY && !from.of;
  for (const some of batched(lines.filter(line => line.style !== 'gap'), line => `${line.style} ${faded(line)} ${isThin(line)}`)) {
    const [{ style }] = some, thin = isThin(some[0]), fade = thin ? .35 * faded(some[0]) : faded(some[0]);
    const how = { fade, thin, ...(style === 'cites' && !thin ? {} : { curve: straight }) };
    stroke(pen, colours, style, some.map(({ from, to }) => [from, to]), how);
  }
};

const DRAW = { proposal: brackets, person: discs, evidence: sheets };
const fadeOf = one => (one.later ? .22 : one.dim ? .5 : 1);
export const drawMarks = (pen, colours, placed, selected) => {
  const marks = placed.map(one => ({ ...one, picked: Boolean(one.mark) && one.mark === selected }));
  for (const some of batched(marks, one => `${one.what} ${one.status} ${one.picked} ${fadeOf(one)}`)) {
    pen.globalAlpha = fadeOf(some[0]);
    DRAW[some[0].what](pen, colours, some);
  }
  pen.globalAlpha = 1;
};

// What belongs to the selection; the rest of many is carried along as an image while it moves.
export const isNear = (scene, one) => Boolean(one.of) || scene.around.has(one.mark ?? one);
