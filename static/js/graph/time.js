// Instants as text, to the microsecond: `2026-05-14T09:30:00.000000Z` sorts as time does, which
// a number of milliseconds that stands for it could not promise.
export const DAY = 86_400_000;
const FIRST = Date.parse('0001-01-01T00:00:00Z'), LAST = Date.parse('9999-12-31T00:00:00Z');

export const exact = iso => {
  const [whole, fraction = ''] = iso.slice(0, -1).split('.');
  return `${whole}.${fraction.padEnd(6, '0')}Z`;
};
export const msOf = instant => Date.parse(`${instant.slice(0, 23)}Z`);
export const atMs = ms => {
  const held = Math.min(Math.max(ms, FIRST), LAST);
  return `${new Date(held).toISOString().slice(0, -1)}000Z`;
};

// What somebody may have put into an address: the server has the last word on anything else.
const WRITTEN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/;
export const readInstant = typed => {
  const text = (typed ?? '').trim();
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return `${text}T00:00:00.000000Z`;
  if (WRITTEN.test(text)) return exact(text);
  const ms = Date.parse(text.replace(/ (?=\d\d:?\d\d$)/, '+'));
  return Number.isFinite(ms) && /T/i.test(text) ? atMs(ms) : null;
};

const formats = new Map();
const part = (options, ms) => {
  const key = JSON.stringify(options);
  if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options }));
  return formats.get(key).format(ms);
};
export const dayInWords = ms => {
  const thisYear = new Date(ms).getUTCFullYear() === new Date().getUTCFullYear();
  return part({ day: 'numeric', month: 'long', ...(thisYear ? {} : { year: 'numeric' }) }, ms);
};
export const inWords = instant => {
  const clock = instant.slice(11, 26);
  if (clock === '00:00:00.000000') return dayInWords(msOf(instant));
  const shown = clock.endsWith(':00.000000') ? clock.slice(0, 5) : clock.slice(0, 8);
  return `${dayInWords(msOf(instant))}, ${shown}`;
};

const STEPS = [
  [60_000, { hour: '2-digit', minute: '2-digit' }], [3_600_000, { hour: '2-digit', minute: '2-digit' }],
  [6 * 3_600_000, { hour: '2-digit', minute: '2-digit' }], [DAY, { day: 'numeric', month: 'short' }],
  [7 * DAY, { day: 'numeric', month: 'short' }],
];
const months = (from, to, step) => {
  const first = new Date(from), ticks = [];
  for (let month = Math.floor(first.getUTCMonth() / step) * step; ; month += step) {
    const at = Date.UTC(first.getUTCFullYear(), month, 1);
    if (at > to) return ticks;
    if (at >= from) ticks.push(at);
  }
};

// Where the axis is marked, between two instants, no closer than the given width in milliseconds.
export const ticks = (from, to, least) => {
  for (const [step, format] of STEPS) {
    if (step < least) continue;
    const found = [];
    for (let at = Math.ceil(from / step) * step; at <= to; at += step) found.push([at, part(format, at)]);
    return found;
  }
  const step = [1, 3, 6, 12, 24, 60, 120, 600, 1200].find(one => one * 28 * DAY >= least) ?? 6000;
  const named = at => {
    const january = new Date(at).getUTCMonth() === 0;
    return january || step >= 12 ? part({ year: 'numeric' }, at) : part({ month: step > 1 ? 'short' : 'long' }, at);
  };
  return months(from, to, step).map(at => [at, named(at)]);
};
