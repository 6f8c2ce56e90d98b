// The marks of the picture. Each state has a shape of its own: colour comes third, never first.
const SLANT = Math.sqrt(3) / 2, TINY = 2.6, PLAIN = 4.5, AT_ONCE = 50;

const hexagon = (pen, x, y, r) => {
  pen.moveTo(x, y - r);
  for (const [dx, dy] of [[SLANT, -.5], [SLANT, .5], [0, 1], [-SLANT, .5], [-SLANT, -.5]]) pen.lineTo(x + dx * r, y + dy * r);
  pen.closePath();
};
const lowerHalf = (pen, x, y, r) => {
  pen.moveTo(x + SLANT * r, y);
  for (const [dx, dy] of [[SLANT, .5], [0, 1], [-SLANT, .5], [-SLANT, 0]]) pen.lineTo(x + dx * r, y + dy * r);
  pen.closePath();
};
const TICKS = {
  superseded: (pen, x, y, r) => { pen.moveTo(x - .4 * r, y + .48 * r); pen.lineTo(x + .4 * r, y - .48 * r); },
  retired: (pen, x, y, r) => { pen.moveTo(x - .42 * r, y); pen.lineTo(x + .42 * r, y); },
  expired: (pen, x, y, r) => { pen.moveTo(x, y - .5 * r); pen.lineTo(x, y); pen.lineTo(x + .34 * r, y + .24 * r); },
};
const EDGES = { authoritative: 'authority-edge', scheduled: 'authority-edge', expired: 'alert' };

// Too small for a shape: full or hollow.
const specks = (pen, colours, state, items) => {
  const isFull = state === 'authoritative';
  pen.fillStyle = colours[isFull ? 'authority' : EDGES[state] ?? 'graphite-3'];
  for (const { x, y, r } of items) pen.fillRect(x - r, y - r, 2 * r, 2 * r);
  if (isFull) return;
  pen.fillStyle = colours.paper;
  for (const { x, y, r } of items) pen.fillRect(x - r + .9, y - r + .9, 2 * r - 1.8, 2 * r - 1.8);
};

// All seals of one state: a path for a few dozen is quicker than one for each, or one for thousands.
export const seals = (pen, colours, state, items) => {
  if (items[0].r < TINY) return specks(pen, colours, state, items);
  for (let start = 0; start < items.length; start += AT_ONCE) some(pen, colours, state, items.slice(start, start + AT_ONCE));
};

const some = (pen, colours, state, items) => {
  const each = draw => {
    pen.beginPath();
    for (const { x, y, r } of items) draw(pen, x, y, r);
  };
  const small = items[0].r < PLAIN;
  each(hexagon);
  pen.fillStyle = colours[state === 'authoritative' ? 'authority' : 'paper'];
  pen.fill();
  pen.strokeStyle = colours[EDGES[state] ?? 'graphite-3'];
  pen.lineWidth = small ? 1 : 1.5;
  if (state === 'scheduled') {
    each(small ? TICKS.retired : lowerHalf);
    pen.fillStyle = colours.authority;
    pen.fill();
    each(hexagon);
  }
  pen.stroke();
  if (!TICKS[state]) return;
  each(TICKS[state]);
  pen.lineWidth = small ? 1 : 1.4;
  pen.stroke();
};

export const ring = (pen, colours, { x, y, r }) => {
  pen.beginPath();
  hexagon(pen, x, y, r + 7);
  pen.strokeStyle = colours.graphite;
  pen.lineWidth = 1.5;
  pen.stroke();
};

const HEARTS = {
  rejected: (pen, x, y) => { pen.moveTo(x - 3, y - 3); pen.lineTo(x + 3, y + 3); pen.moveTo(x + 3, y - 3); pen.lineTo(x - 3, y + 3); },
  withdrawn: (pen, x, y) => { pen.moveTo(x - 4, y); pen.lineTo(x + 4, y); },
  stale: (pen, x, y) => { pen.moveTo(x, y - 4); pen.lineTo(x, y + 1); pen.moveTo(x, y + 3.4); pen.lineTo(x, y + 4.6); },
  approved: (pen, x, y) => { pen.moveTo(x - 3.6, y); pen.lineTo(x - .8, y + 3); pen.lineTo(x + 4, y - 3.4); },
};

const corners = (pen, x, y) => {
  const r = 8.6, arm = 4.6;
  for (const [sx, sy] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) {
    pen.moveTo(x + sx * (r - arm), y + sy * r);
    pen.lineTo(x + sx * r, y + sy * r);
    pen.lineTo(x + sx * r, y + sy * (r - arm));
  }
};
const dot = (pen, x, y) => { pen.moveTo(x + 2.2, y); pen.arc(x, y, 2.2, 0, 2 * Math.PI); };
const all = (pen, items, draw) => {
  pen.beginPath();
  for (const { x, y } of items) draw(pen, x, y);
};

// An agent's hand is a bracket around a dot: hollow until a person has decided. All of one status.
export const brackets = (pen, colours, items) => {
  const [{ status, picked }] = items;
  all(pen, items, (to, x, y) => to.rect(x - 11, y - 11, 22, 22));
  pen.fillStyle = colours.paper;
  pen.fill();
  all(pen, items, corners);
  pen.strokeStyle = colours[status === 'stale' ? 'alert' : 'agent'];
  pen.lineWidth = picked ? 2.6 : 1.6;
  pen.stroke();
  all(pen, items, HEARTS[status] ?? dot);
  if (HEARTS[status]) return pen.stroke();
  pen.fillStyle = colours.agent;
  pen.fill();
};

export const discs = (pen, colours, items) => {
  all(pen, items, (to, x, y) => { to.moveTo(x + 10, y); to.arc(x, y, 10, 0, 2 * Math.PI); });
  pen.fillStyle = colours.human;
  pen.fill();
  pen.font = `600 10px ${colours['font-human']}`;
  pen.textAlign = 'center';
  pen.fillStyle = colours['on-human'];
  for (const { x, y, initial } of items) pen.fillText(initial, x, y + 3.6);
};

export const sheets = (pen, colours, items) => {
  const [{ picked }] = items;
  all(pen, items, (to, x, y) => to.rect(x - 6, y - 7.5, 12, 15));
  pen.fillStyle = colours['paper-sunk'];
  pen.fill();
  for (const { x, y } of items) for (const line of [-2.6, 1.6]) { pen.moveTo(x - 3, y + line); pen.lineTo(x + 3, y + line); }
  pen.strokeStyle = colours[picked ? 'graphite' : 'control-line'];
  pen.lineWidth = picked ? 2.2 : 1.4;
  pen.stroke();
};
