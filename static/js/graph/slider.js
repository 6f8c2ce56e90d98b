// The instant that is shown. The slider is the picture's own axis of time, and it comes to rest
// exactly where something begins or ends.
import { DAY, atMs, inWords, msOf } from './time.js';

const NEAR = 6, SECONDS = 12, STEP = 800;

export class Slider {
  constructor(root, { changed, camera, boundaries, signal }) {
    this.input = root.querySelector('#asof-at');
    this.output = root.querySelector('#asof-out');
    this.bar = root.querySelector('#asof');
    this.again = root.querySelector('[data-now-again]');
    this.play = root.querySelector('[data-replay]');
    Object.assign(this, { changed, camera, boundaries, at: null });
    const on = (target, type, then) => target.addEventListener(type, then, { signal });
    on(this.input, 'input', () => this.#slide(Number(this.input.value)));
    on(this.input, 'change', () => this.changed(this.at, { isDone: true }));
    on(this.input, 'keydown', event => this.#key(event));
    on(this.again, 'click', () => this.#settle(null));
    on(this.play, 'click', () => (this.timer ? this.stop() : this.#replay()));
    for (const button of root.querySelectorAll('[data-change]')) on(button, 'click', () => this.toChange(Number(button.dataset.change)));
    signal.addEventListener('abort', () => this.stop());
  }

  // The thumb stands under the line in the picture, however far that is zoomed.
  show(at = this.at) {
    this.at = at;
    const { camera, input } = this, words = at ? inWords(at) : 'now';
    input.min = camera.from;
    input.max = camera.to;
    const ms = at ? msOf(at) : Date.now(), share = (ms - camera.from) / camera.span;
    input.value = ms;
    input.setAttribute('aria-valuetext', words);
    this.bar.style.setProperty('--at', Math.min(1, Math.max(0, share)));
    this.bar.style.setProperty('--left', `${camera.left}px`);
    this.bar.style.setProperty('--right', `${camera.right}px`);
    this.output.textContent = words;
    this.again.hidden = !at;
  }

  // Of two places for the thumb that look the same the one where something changes is meant.
  #slide(ms) {
    const reach = NEAR / this.camera.perMs;
    if (Math.abs(ms - Date.now()) < reach) return this.#set(null);
    const day = Math.round(ms / DAY) * DAY, nearest = this.#nearest(ms);
    if (nearest && Math.abs(msOf(nearest) - ms) < reach) return this.#set(nearest);
    this.#set(atMs(DAY * this.camera.perMs > 2 && Math.abs(day - ms) < DAY / 2 ? day : ms));
  }

  #nearest(ms) {
    const all = this.boundaries(), at = all.findIndex(one => msOf(one) >= ms);
    const around = at < 0 ? [all.at(-1)] : [all[at], all[at - 1]];
    return around.filter(Boolean).sort((one, other) => Math.abs(msOf(one) - ms) - Math.abs(msOf(other) - ms))[0];
  }

  #set(at) {
    if (at === this.at) return;
    this.show(at);
    this.changed(at, { isDone: false });
  }
  #settle(at) {
    this.stop();
    this.show(at);
    this.changed(at, { isDone: true });
  }

  toChange(direction) {
    const now = this.at ?? atMs(Date.now()), all = this.boundaries();
    const next = direction > 0 ? all.find(one => one > now) : all.findLast(one => one < now);
    if (next) this.#settle(next);
    else if (direction > 0) this.#settle(null);
  }

  #key(event) {
    const days = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -30, PageUp: 30 }[event.key];
    const ends = { Home: this.boundaries()[0], End: null };
    if (days === undefined && !(event.key in ends)) return;
    event.preventDefault();
    if (days === undefined) return this.#settle(ends[event.key] ?? null);
    const from = this.at ? msOf(this.at) : Date.now();
    this.#settle(atMs(Math.round(from / DAY + days) * DAY));
  }

  // From the first change to now; without motion it goes from change to change.
  #replay() {
    const all = this.boundaries(), end = Date.now(), past = all.filter(one => msOf(one) < end);
    if (!past.length) return;
    const first = this.at && this.at < past.at(-1) ? msOf(this.at) : msOf(past[0]);
    this.play.ariaPressed = 'true';
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return this.#stepThrough(past.filter(one => msOf(one) >= first));
    const begun = performance.now(), step = time => {
      const share = (time - begun) / (SECONDS * 1000);
      if (share >= 1) return this.#settle(null);
      this.#set(atMs(first + share * (end - first)));
      this.timer = requestAnimationFrame(step);
    };
    this.timer = requestAnimationFrame(step);
  }

  #stepThrough(changes) {
    const [next, ...rest] = changes;
    if (!next) return this.#settle(null);
    this.#set(next);
    this.pause = this.timer = setTimeout(() => this.#stepThrough(rest), STEP);
  }

  stop() {
    if (!this.timer) return;
    cancelAnimationFrame(this.timer);
    clearTimeout(this.pause);
    this.timer = this.pause = undefined;
    this.play.ariaPressed = 'false';
    this.changed(this.at, { isDone: true });
  }
}
