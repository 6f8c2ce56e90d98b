// How a version came about: on the line before it stand the proposal and whoever decided. These do
// not stand on the axis of time; what waits stands on it, after what it would change.
import { stroke } from './edges.js';
import { bracket, disc, paper } from './shapes.js';

const STEP = 58, ROOM = 132, BELOW = 26;

const before = (node, previous, mark, reviews) => {
  const people = reviews.slice(-2), end = node.x - STEP * (people.length + 1);
  const room = previous ? node.x - previous.x >= ROOM : true;
  if (!room) return null;
  const placed = [{ what: 'proposal', mark, status: 'pending', x: end, y: node.y, later: node.later, label: mark.number, of: node }];
  people.forEach((review, place) => placed.push({
    what: 'person', review, x: end + STEP * (place + 1), y: node.y, later: node.later,
    label: review.by.name, initial: [...review.by.name][0]?.toUpperCase() ?? '', of: node,
  }));
  return placed;
};

const isUnderway = status => status === 'pending' || status === 'approved';

// Only where there is room to read them: around what is selected, and wherever something waits.
export const placeMarks = (scene, camera) => {
  const { graph } = scene, placed = [], lines = [];
  for (const node of scene.around) {
    if (node.type !== 'memory' || node.hidden || node.lineage !== (scene.selected ?? scene.focus)?.lineage) continue;
    const mark = graph.byId.get(node.proposal_id), previous = node.versions[node.place - 1];
    const earlier = previous?.type === 'memory' && !previous.hidden ? previous : null;
    const row = mark && before(node, earlier, mark, mark.reviews.filter(review => review.decision === 'approve'));
    if (!row) continue;
    if (earlier) lines.push({ style: 'gap', from: earlier, to: row[0] }, { style: 'proposed', from: earlier, to: row[0] });
    else lines.push({ style: 'updates', from: row[0], to: node });
    placed.push(...row);
  }
  const stacked = new Map();
  for (const mark of graph.proposals) {
    if (mark.hidden || (mark.status === 'applied' && (mark.state === 'applied' || mark.state === null))) continue;
    const target = graph.byId.get(mark.targets[0]), waits = isUnderway(mark.state ?? mark.status);
    if (target?.hidden || (!waits && !scene.around.has(mark))) continue;
    if (target && !waits && camera.rowHeight < 40) continue;
    const count = stacked.get(target) ?? 0, y = target ? target.y + (waits ? 0 : BELOW) + count * BELOW : camera.y(mark.row);
    if (target) stacked.set(target, count + 1);
    const x = target ? Math.max(camera.x(mark.at), target.x + 72) : camera.x(mark.at);
    const seat = { what: 'proposal', mark, status: mark.state ?? mark.status, x, y, later: mark.later, dim: mark.dim, label: target ? mark.number : mark.label || mark.number };
    placed.push(seat);
    if (target) lines.push({ style: waits ? 'proposed' : 'decided', from: target, to: seat, fade: seat.later ? .22 : 1 });
  }
  for (const sheet of graph.evidence) if (!sheet.hidden)
    placed.push({ what: 'evidence', mark: sheet, x: camera.x(sheet.at), y: camera.y(sheet.row), later: sheet.later, dim: sheet.dim, label: sheet.number });
  return { placed, lines: [...lines, ...cites(graph, placed)] };
};

const cites = (graph, placed) => {
  const sheets = new Map(placed.filter(one => one.what === 'evidence').map(one => [one.mark, one]));
  return placed.filter(one => one.what === 'proposal' && !one.dim).flatMap(seat => seat.mark.cites.flatMap(id => {
    const cited = graph.byId.get(id), end = sheets.get(cited) ?? (cited && !cited.hidden ? cited : null);
    return end ? [{ style: 'cites', from: seat, to: end, fade: seat.later ? .3 : 1 }] : [];
  }));
};

export const drawMarkLines = (pen, colours, lines) => {
  const straight = (to, a, b) => { to.moveTo(a.x, a.y); to.lineTo(b.x, b.y); };
  for (const { style, from, to, fade = from.later || to.later ? .22 : 1 } of lines) {
    if (style === 'gap') {
      pen.beginPath();
      straight(pen, from, to);
      pen.strokeStyle = colours.paper;
      pen.lineWidth = 4;
      pen.stroke();
    } else stroke(pen, colours, style, [[from, to]], style === 'cites' ? { fade } : { fade, curve: straight });
  }
};

const DRAW = { proposal: bracket, person: disc, evidence: paper };
export const drawMarks = (pen, colours, placed, selected) => {
  for (const one of placed) {
    pen.globalAlpha = one.later ? .22 : one.dim ? .5 : 1;
    DRAW[one.what](pen, colours, { ...one, picked: one.mark && one.mark === selected });
  }
  pen.globalAlpha = 1;
};
