// Where the seals of the map stand on the screen.
const CLEAR = 42, WIDER = 58, MARK = 11;

// The worker's places, between -1 and 1 around the first of them, which stands in the middle.
export const fitted = places => {
  const all = places.map(([, place]) => place), reach = axis => Math.max(60, ...all.map(place => Math.abs(place[axis])));
  const wide = reach('x'), tall = reach('y');
  return new Map(places.map(([number, { x, y }]) => [number, { x: x / wide, y: y / tall }]));
};

// None upon another, none on the name of the one in the middle, which stays where it is.
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
