// The surface that is painted on: as sharp as the screen, painted at most once a frame.
const SLOW = 60, LOOKED_AT = 20, RESTED = 140;

export class Canvas {
  constructor(box, paint) {
    this.box = box;
    this.paint = paint;
    this.element = box.querySelector('canvas');
    this.pen = this.element.getContext('2d');
    this.times = [];
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.box, sharp = Math.min(2, devicePixelRatio || 1);
    Object.assign(this, { width, height, sharp });
    this.element.width = Math.round(width * sharp);
    this.element.height = Math.round(height * sharp);
    this.now();
  }

  // A canvas that was resized is blank until it is painted.
  now() {
    if (!this.width) return;
    this.pen.setTransform(this.sharp, 0, 0, this.sharp, 0, 0);
    this.paint(this.pen, { isMoving: this.isMoving });
  }

  // `isMoving`: a frame of many; what it leaves out follows when the picture rests.
  ask({ isMoving = false } = {}) {
    clearTimeout(this.rest);
    this.isMoving = isMoving;
    this.frame ??= requestAnimationFrame(time => {
      this.frame = undefined;
      this.now();
      if (!this.isMoving) return;
      this.#time(time);
      this.rest = setTimeout(() => { this.last = 0; this.ask(); }, RESTED);
    });
  }

  // Where a canvas only pretends to have a graphics card, one kept in memory is faster.
  #time(time) {
    if (this.last) this.times.push(time - this.last);
    this.last = time;
    if (this.times.length !== LOOKED_AT) return;
    if (this.times.reduce((sum, one) => sum + one, 0) / LOOKED_AT < SLOW) return;
    const next = this.element.cloneNode();
    this.element.replaceWith(next);
    this.element = next;
    this.pen = next.getContext('2d', { willReadFrequently: true });
    this.resize();
  }
}
