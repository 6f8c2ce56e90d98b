// Which part of the picture is in sight: time runs to the right, rows run down, each with a scale of its own.
const MINUTE = 60_000, TALLEST = 74, FLATTEST = 1.2, NARROWEST = 720;

export class Camera {
  constructor() {
    this.width = this.height = 0;
    this.left = 96;
    this.right = 28;
    this.top = 44;
    this.bottom = 18;
  }

  resize(width, height) {
    this.width = width;
    this.height = height;
    this.left = width < 640 ? 14 : 96;
  }

  // All of it; on a narrow screen all rows, and as much of time as stays legible.
  fit({ first, last, rows }, centre = null) {
    const across = Math.max(this.width, centre === null ? 0 : NARROWEST) - this.left - this.right;
    const down = this.height - this.top - this.bottom;
    this.layout = { first, last, rows };
    this.perMs = across / (last - first);
    this.rowHeight = Math.min(TALLEST, Math.max(FLATTEST, down / Math.max(rows, 1)));
    this.from = first;
    if (centre !== null) this.from = Math.min(centre - this.span * .6, last - this.span + this.right / this.perMs);
    this.from = Math.max(this.from, first);
    this.shift = Math.max(0, (down - rows * this.rowHeight) / 3);
  }

  get span() { return (this.width - this.left - this.right) / this.perMs; }
  get to() { return this.from + this.span; }
  x(at) { return this.left + (at - this.from) * this.perMs; }
  y(row) { return this.top + this.shift + (row + .5) * this.rowHeight; }
  timeAt(x) { return this.from + (x - this.left) / this.perMs; }

  pan(dx, dy) {
    this.from -= dx / this.perMs;
    this.shift += dy;
    this.#hold();
  }

  zoom(factor, x, y) {
    const at = this.timeAt(x), row = (y - this.top - this.shift) / this.rowHeight;
    const widest = this.layout.last - this.layout.first;
    const most = (this.width - this.left) / MINUTE, least = (this.width - this.left - this.right) / (widest * 1.6);
    this.perMs = Math.min(most, Math.max(least, this.perMs * factor));
    this.rowHeight = Math.min(TALLEST * 1.3, Math.max(FLATTEST, this.rowHeight * factor));
    this.from = at - (x - this.left) / this.perMs;
    this.shift = y - this.top - row * this.rowHeight;
    this.#hold();
  }

  // Bring a place into sight with as little movement as that takes.
  reveal(at, row) {
    const x = this.x(at), y = this.y(row), edge = Math.min(90, this.width / 5);
    if (x < this.left + edge / 2) this.from += (x - this.left - edge) / this.perMs;
    if (x > this.width - edge) this.from += (x - this.width + edge * 1.5) / this.perMs;
    if (y < this.top + 30) this.shift += this.top + 60 - y;
    if (y > this.height - 40) this.shift += this.height - 80 - y;
    this.#hold();
  }

  // Something always stays in sight.
  #hold() {
    const { first, last, rows } = this.layout, tall = rows * this.rowHeight, down = this.height - this.top;
    this.from = Math.min(Math.max(this.from, first - this.span * .8), last - this.span * .2);
    this.shift = Math.min(Math.max(this.shift, 60 - tall), Math.max(0, down - 60));
  }
}
