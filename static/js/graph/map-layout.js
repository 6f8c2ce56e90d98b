// Where the few seals of the map stand: the same graph always gives the same picture, and what stood
// somewhere stays near it.
const GOLDEN = Math.PI * (3 - Math.sqrt(5)), ROUNDS = 320, AGAIN = 60, CLEAR = 42, WIDER = 58, MARK = 11;

const begin = (spot, at, count, was) => {
  const known = was?.get(spot.number);
  if (known) return { ...known };
  const near = was && spot.links.map(one => was.get(one.number)).find(Boolean);
  const out = Math.sqrt(at / count) * .8, turn = at * GOLDEN;
  return near ? { x: near.x + .12 * Math.cos(turn), y: near.y + .12 * Math.sin(turn) } : { x: out * Math.cos(turn), y: out * Math.sin(turn) };
};

// On the screen: none upon another, none on the name of the one in the middle, which stays where it is.
export const spread = (points, { left, right, top, bottom }, name) => {
  const hold = point => {
    point.x = Math.min(Math.max(point.x, left), right);
    point.y = Math.min(Math.max(point.y, top), bottom);
  };
  for (let round = 0; round < 24; round++) for (let at = 0; at < points.length; at++) {
    for (let other = 0; other < at; other++) apart(points[at], points[other]);
    if (points[at].r <= MARK) clear(points[at], name);
    hold(points[at]);
  }
};

const apart = (one, two) => {
  const dx = one.x - two.x || .1, dy = one.y - two.y || .1, far = Math.hypot(dx, dy);
  const isMiddle = Math.max(one.r, two.r) > MARK, short = ((isMiddle ? WIDER : CLEAR) - far) / far;
  if (short <= 0) return;
  for (const [point, way] of [[one, 1], [two, -1]]) {
    const share = point.r > MARK ? 0 : isMiddle ? 1 : .5;
    point.x += way * dx * short * share;
    point.y += way * dy * short * share;
  }
};

const clear = (point, { x, y, half, tall }) => {
  const aside = half - Math.abs(point.x - x), below = y + tall - point.y;
  if (aside <= 0 || below <= 0 || point.y < y) return;
  if (below < aside) point.y += below;
  else point.x += point.x < x ? -aside : aside;
};

// Each pushes every other away, links hold together, and all of it is drawn to the middle.
const settle = (spots, places, heat) => {
  const ideal = 1.15 / Math.sqrt(spots.length), pulls = spots.map(() => ({ x: 0, y: 0 }));
  spots.forEach((spot, at) => {
    const here = places[at], pull = pulls[at], pullOf = spot.links.map(one => spots.indexOf(one));
    for (let other = 0; other < spots.length; other++) {
      if (other === at) continue;
      const dx = here.x - places[other].x, dy = here.y - places[other].y, apart = Math.max(Math.hypot(dx, dy), .01);
      const linked = pullOf.includes(other) ? apart / ideal * .6 : 0, push = (ideal / apart) ** 2 * (spots[other].links.length ? 1 : .6);
      pull.x += dx / apart * (push - linked);
      pull.y += dy / apart * (push - linked);
    }
    const home = spot.links.length ? .35 : .8;
    pull.x -= here.x * home;
    pull.y -= here.y * home;
  });
  places.forEach((place, at) => {
    if (at === 0) return;
    const { x, y } = pulls[at], size = Math.max(Math.hypot(x, y), .001), step = Math.min(size * .05, heat);
    place.x += x / size * step;
    place.y += y / size * step;
  });
};

// In a square from -1 to 1 around the first of them.
export const placed = (spots, was = null) => {
  const places = spots.map((spot, at) => begin(spot, at, spots.length, was)), rounds = was?.size ? AGAIN : ROUNDS;
  if (places.length) Object.assign(places[0], { x: 0, y: 0 });
  for (let round = 0; round < rounds; round++) settle(spots, places, .09 * (1 - round / rounds));
  const wide = Math.max(.3, ...places.map(({ x }) => Math.abs(x))), tall = Math.max(.3, ...places.map(({ y }) => Math.abs(y)));
  return new Map(spots.map((spot, at) => [spot.number, { x: places[at].x / wide, y: places[at].y / tall }]));
};
