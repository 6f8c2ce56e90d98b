// The Memory Map: a picture of the list below it, drawn anew whenever the page takes that list over.
import { Canvas } from './canvas.js';
import { stroke } from './edges.js';
import { Labels } from './labels.js';
import { comb } from './map-ground.js';
import { fitted, spread } from './map-layout.js';
import { readRows } from './map-rows.js';
import { readPalette, whenColoursChange } from './palette.js';
import { brackets, ring, seals } from './shapes.js';

const ROWS = '#map-rows', REACH = 22, PULSE = 4400, EDGE = { across: 46, up: 30, down: 34 };
const straight = (pen, from, to) => { pen.moveTo(from.x, from.y); pen.lineTo(to.x, to.y); };

class MemoryMap {
  constructor(box) {
    this.box = box;
    this.alive = new AbortController();
    this.worker = new Worker(new URL('./map.worker.js', import.meta.url));
    this.round = 0;
    Object.assign(this, { spots: [], settled: [] });
  }

  start() {
    const { box, alive: { signal } } = this, on = (target, type, then) => target.addEventListener(type, then, { signal });
    this.canvas = new Canvas(box, pen => this.paint(pen));
    this.colours = readPalette(box);
    whenColoursChange(() => { this.colours = readPalette(box); this.canvas.ask(); }, signal);
    document.fonts?.ready.then(() => this.canvas.ask());
    this.read();
    on(document, 'htmx:afterSettle', () => { if (!box.isConnected) this.alive.abort(); });
    on(document, 'live:refreshed', () => this.read());
    on(box, 'pointermove', event => this.point(event));
    on(box, 'pointerleave', () => this.light(null));
    on(box, 'click', event => { this.point(event); this.lit?.link.click(); });
    for (const type of ['focusin', 'focusout', 'pointerover', 'pointerout']) on(box.parentElement, type, event => this.follow(event));
    const watcher = new ResizeObserver(() => this.canvas.resize());
    watcher.observe(box);
    on(this.worker, 'error', event => event.preventDefault());
    on(this.worker, 'message', ({ data }) => this.show(data));
    signal.addEventListener('abort', () => { watcher.disconnect(); cancelAnimationFrame(this.frame); this.worker.terminate(); });
  }

  read() {
    const rows = document.querySelector(ROWS);
    if (!rows || !this.box.isConnected) return;
    this.next = readRows(rows);
    const spots = this.next.spots.map(({ number, links }) => ({ number, links: links.map(one => one.number) }));
    this.worker.postMessage({ round: ++this.round, spots, was: this.settled });
  }

  // What was asked before the list changed once more is not shown.
  show({ round, places }) {
    if (round !== this.round || !this.box.isConnected) return;
    const was = new Map(this.spots.map(spot => [spot.number, spot.read]));
    Object.assign(this, this.next, { lit: null, size: '', settled: places, places: fitted(places) });
    this.box.dataset.ready = 'yes';
    if (was.size && this.spots.some(spot => spot.read && spot.read !== was.get(spot.number))) this.pulse();
    this.canvas.ask();
  }

  // Two beats where an agent has just read; the still ring stays.
  pulse() {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    cancelAnimationFrame(this.frame);
    const begun = performance.now(), beat = time => {
      this.beat = (time - begun) / PULSE;
      if (this.beat >= 1) this.beat = 0;
      else this.frame = requestAnimationFrame(beat);
      this.canvas.ask();
    };
    this.frame = requestAnimationFrame(beat);
  }

  point(event) {
    const box = this.box.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top;
    const away = spot => Math.hypot(spot.x - x, spot.y - y);
    this.light(this.spots.filter(spot => away(spot) <= REACH).sort((one, other) => away(one) - away(other))[0] ?? null);
  }

  // Whoever goes through the list sees where they are.
  follow({ type, target }) {
    const row = target.closest?.('[data-spot]');
    if (row) this.light(type === 'focusin' || type === 'pointerover' ? this.spots.find(spot => spot.row === row) ?? null : null);
  }

  light(spot) {
    this.box.classList.toggle('map--over', Boolean(spot));
    if (spot === this.lit) return;
    this.lit = spot;
    this.canvas.ask();
  }

  place({ width, height }) {
    if (this.size === `${width} ${height}`) return;
    this.size = `${width} ${height}`;
    const across = width / 2 - EDGE.across, down = (height - EDGE.up - EDGE.down) / 2;
    this.spots.forEach((spot, at) => {
      const { x, y } = this.places.get(spot.number);
      Object.assign(spot, { x: width / 2 + x * across, y: EDGE.up + down + y * down, r: at ? 8 : 12 });
    });
    this.seats = this.spots.flatMap(spot => spot.waits.map((mark, at) => this.seat(spot, mark, at)));
    const [{ x, y, label }] = this.spots, half = Math.min([...label].length, 24) * 3.8 + 14;
    spread([...this.spots, ...this.seats], { left: EDGE.across / 2, right: width - EDGE.across / 2, top: EDGE.up, bottom: height - EDGE.down }, { x, y, half, tall: 42 });
  }

  // A proposal stands beside what it would change, away from the middle of its links.
  seat(spot, mark, at) {
    const from = spot.links.reduce((sum, one) => ({ x: sum.x + one.x - spot.x, y: sum.y + one.y - spot.y }), { x: .01, y: .02 });
    const turn = Math.atan2(-from.y, -from.x) + at * .9;
    return { x: spot.x + 48 * Math.cos(turn), y: spot.y + 44 * Math.sin(turn), r: 11, of: spot, label: mark.dataset.waits, status: 'pending' };
  }

  paint(pen) {
    const { canvas, colours, edges, lit } = this;
    if (!canvas?.width || !this.places) return;
    this.place(canvas);
    const { spots, seats } = this;
    pen.fillStyle = colours.paper;
    pen.fillRect(0, 0, canvas.width, canvas.height);
    comb(pen, colours, canvas);
    const near = edge => lit && (edge.from === lit || edge.to === lit);
    for (const edge of edges) stroke(pen, colours, edge.type, [[edge.from, edge.to]], { strong: Boolean(near(edge)), fade: lit && !near(edge) ? .4 : 1, curve: straight });
    for (const seat of seats) stroke(pen, colours, 'proposed', [[seat.of, seat]], { curve: straight });
    for (const state of new Set(spots.map(spot => spot.state))) for (const size of [8, 12]) {
      const some = spots.filter(spot => spot.state === state && spot.r === size);
      if (some.length) seals(pen, colours, state, some);
    }
    for (const seat of seats) brackets(pen, colours, [seat]);
    for (const spot of spots) if (spot.read) this.ring(pen, spot);
    if (lit) ring(pen, colours, lit);
    this.name(new Labels(pen, colours, canvas), seats);
  }

  ring(pen, spot) {
    pen.setLineDash([1.5, 3]);
    const swell = this.beat ? 3 * Math.sin(this.beat * 2 * Math.PI) ** 2 : 0;
    ring(pen, this.colours, { x: spot.x, y: spot.y, r: spot.r - 2 + swell });
    pen.setLineDash([]);
  }

  name(labels, seats) {
    const [middle, ...rest] = this.spots, { lit } = this;
    for (const one of [...this.spots, ...seats]) labels.keepFree(one);
    for (const spot of new Set([lit, middle, ...rest].filter(Boolean))) {
      const strong = spot === middle || spot === lit, look = { bold: strong, colour: strong ? 'graphite' : 'graphite-3' };
      const isNamed = this.around(labels, spot, strong).some(([x, y, align]) => labels.put(spot.label, x, y, { ...look, align }));
      if (!isNamed && strong) labels.put(spot.label, ...this.around(labels, spot, strong)[0].slice(0, 2), { ...look, must: true });
      for (const seat of seats) if (seat.of === spot) labels.put(seat.label, seat.x, seat.y + 25, { hand: 'machine', colour: 'agent', size: 11 });
    }
  }

  // Where a name may stand: under its seal, above it, beside it.
  around({ pen, colours }, { x, y, r, label }, strong) {
    pen.font = `${strong ? 600 : 400} 12px ${colours['font-human']}`;
    const { width } = this.canvas, wide = Math.min(pen.measureText([...label].slice(0, 24).join('')).width + 4, width);
    const across = Math.min(Math.max(x, wide / 2), width - wide / 2), places = [[across, y + r + 15, 'center'], [across, y - r - 7, 'center']];
    if (x + r + 8 + wide < width) places.push([x + r + 8, y + 4, 'left']);
    if (x - r - 8 - wide > 0) places.push([x - r - 8, y + 4, 'right']);
    return places;
  }
}

export const start = box => new MemoryMap(box).start();
