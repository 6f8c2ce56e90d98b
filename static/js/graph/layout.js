// Where things stand: a row for each lineage, rows in lanes, and time along them. The same graph
// always gives the same picture, and what is new comes to stand beside what was there.
import { DAY } from './time.js';

const WIDE = 1000, LANES = 8, ROOMY = 120, UNDERWAY = new Set(['pending', 'approved']);
const named = text => text.charAt(0).toUpperCase() + text.slice(1);

// The most common tags, each lineage under the most common of its own; the rest under its kind or together.
const laneNames = tracks => {
  const left = new Set(tracks), names = new Map(), most = tracks.length > 400 ? LANES * 2 : LANES;
  for (let lane = 0; lane < most && left.size; lane++) {
    const counts = new Map();
    for (const track of left) for (const tag of new Set(track.tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    const [tag, count] = [...counts].sort((one, other) => other[1] - one[1] || one[0].localeCompare(other[0]))[0] ?? [];
    if (!(count > 1)) break;
    for (const track of left) if (track.tags.includes(tag)) {
      names.set(track, named(tag));
      left.delete(track);
    }
  }
  for (const track of left) names.set(track, left.size * 2 > tracks.length ? named(track.kind) : 'Other');
  return names;
};

// Lineages that never meet in time share a row.
const pack = (tracks, gap) => {
  const ends = [];
  for (const track of tracks) {
    let row = ends.findIndex(end => end + gap <= track.start);
    if (row < 0) row = ends.push(0) - 1;
    ends[row] = track.end;
    for (const one of track.items) one.row = row;
  }
  return ends.length;
};

const within = (lo, hi) => at => Math.min(Math.max(at, lo), hi);

// The span of nearly everything: a date of the year 1 does not squeeze the rest into a line.
const span = (items, room) => {
  const sorted = items.map(one => one.at).sort((one, other) => one - other);
  const low = sorted[Math.floor(sorted.length * .03)], high = sorted[Math.ceil(sorted.length * .97) - 1];
  const reach = Math.max(high - low, DAY) * 4;
  const first = Math.max(sorted[0], low - reach), last = Math.min(sorted.at(-1), high + reach);
  const now = Date.now(), end = now - last < reach ? Math.max(last, now) : last;
  const margin = Math.max((end - first) * .05, DAY / 12), before = Math.max(margin, (end - first) * room);
  return { first: first - before, last: end + margin };
};

const laneOf = (label, items, toX, gap, room) => {
  const tracks = items.map(one => ({ items: [one], start: toX(one.at) - room, end: toX(one.at) + room }));
  tracks.sort((one, other) => one.start - other.start);
  return { label, items, rows: pack(tracks, gap) };
};

// `only`: a few of them, when the rest is out of sight.
export const layout = (graph, only = null) => {
  const isIn = one => !only || only.has(one);
  const loose = graph.proposals.filter(mark => !mark.targets.length && mark.status !== 'applied' && isIn(mark));
  const evidence = graph.evidence.filter(isIn), nodes = graph.nodes.filter(isIn);
  const placed = [...nodes, ...loose, ...evidence];
  const many = nodes.length > ROOMY, room = many ? 4 : 46, gap = many ? 10 : 4;
  // Before the first stand who proposed and who approved it.
  const { first, last } = span(placed.length ? placed : [{ at: Date.now() }], only ? .16 : many ? 0 : .1);
  const hold = within(first, last), toX = at => (hold(at) - first) / (last - first) * WIDE;
  const tracks = [...graph.lineages.values()]
    .map(versions => versions.filter(one => one.type === 'memory' && isIn(one))).filter(items => items.length)
    .map(items => {
      const waiting = items.flatMap(one => graph.waiting.get(one.id) ?? []).filter(one => UNDERWAY.has(one.mark.status)).map(one => one.mark);
      const reach = [...items, ...waiting].map(one => toX(one.at));
      const start = Math.min(...reach) - room, end = Math.max(...reach) + room + (waiting.length ? room : 0);
      return { items, kind: items.at(-1).kind, tags: items.at(-1).tags, start, end };
    });
  tracks.sort((one, other) => one.start - other.start);
  const names = laneNames(tracks), byName = new Map();
  for (const track of tracks) byName.set(names.get(track), [...(byName.get(names.get(track)) ?? []), track]);
  const lanes = [...byName].map(([label, own]) => ({ label, items: own.flatMap(track => track.items), rows: pack(own, gap) }));
  lanes.sort((one, other) => (one.label === 'Other') - (other.label === 'Other'));
  if (evidence.length) lanes.unshift(laneOf('Evidence', evidence, toX, gap, room / 2));
  if (loose.length) lanes.push(laneOf('Proposed', loose, toX, gap, room));
  let top = 0;
  for (const lane of lanes) {
    lane.top = top;
    for (const one of lane.items) one.row += top;
    top += lane.rows;
  }
  for (const one of graph.all) one.at = hold(one.at);
  return { lanes, rows: top, first, last };
};
