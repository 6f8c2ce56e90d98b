// Where the few seals of the map stand, worked out beside the page by d3-force. The same graph always
// gives the same picture, and what stood somewhere stays near it.
/* global d3 */
try {
  importScripts('../../vendor/d3-dispatch.min.js', '../../vendor/d3-quadtree.min.js');
  importScripts('../../vendor/d3-timer.min.js', '../../vendor/d3-force.min.js');
} catch {
  close(); // a server that went away: the list says the same
}

const ROUNDS = 300, AGAIN = 40, WARM = .25, APART = 44, NEAR = 12;

const begun = (spots, was) => {
  const nodes = spots.map(spot => ({ ...spot, ...was.get(spot.number) }));
  const known = new Map(nodes.filter(node => node.x !== undefined).map(node => [node.number, node]));
  nodes.forEach((node, at) => {
    const kin = node.x === undefined && node.links.map(number => known.get(number)).find(Boolean);
    if (kin) Object.assign(node, { x: kin.x + NEAR * Math.cos(at), y: kin.y + NEAR * Math.sin(at) });
  });
  return nodes;
};

const settled = (spots, was) => {
  const nodes = begun(spots, was), isKnown = was.size > 0;
  if (nodes.length) Object.assign(nodes[0], { fx: 0, fy: 0 });
  const links = nodes.flatMap(({ number, links: to }) => to.filter(other => number < other).map(target => ({ source: number, target })));
  const home = node => node.links.length ? .05 : .11;
  d3.forceSimulation(nodes)
    .force('link', d3.forceLink(links).id(node => node.number).distance(APART * 1.3))
    .force('apart', d3.forceManyBody().strength(-160))
    .force('clear', d3.forceCollide(APART / 2))
    .force('across', d3.forceX().strength(home))
    .force('down', d3.forceY().strength(home))
    .alpha(isKnown ? WARM : 1)
    .stop()
    .tick(isKnown ? AGAIN : ROUNDS);
  return nodes.map(({ number, x, y }) => [number, { x, y }]);
};

addEventListener('message', ({ data: { round, spots, was } }) => postMessage({ round, places: settled(spots, new Map(was)) }));
