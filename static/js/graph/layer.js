// Thousands of lines or seals, painted a few at a time while the picture rests, and carried along as
// one image while it moves: motion never waits for them.
const SLICE = 9, AT_ONCE = 200;

const placeOf = ({ from, perMs, shift, rowHeight, left, top, width, height }) => ({ from, perMs, shift, rowHeight, left, top, width, height });

export class Layer {
  // `sharp`: dots of the screen for each of its own.
  constructor(done, { sharp = 1 } = {}) {
    Object.assign(this, { done, sharp });
    this.front = document.createElement('canvas');
    this.back = document.createElement('canvas');
  }

  // From where it was painted to where the camera is now.
  show(pen, camera) {
    const was = this.place;
    if (!was) return;
    const across = camera.perMs / was.perMs, down = camera.rowHeight / was.rowHeight;
    const x = camera.left + (was.from - camera.from) * camera.perMs - was.left * across;
    const y = camera.top + camera.shift - (was.top + was.shift) * down;
    pen.drawImage(this.front, x, y, was.width * across, was.height * down);
  }

  isOf(scene) { return this.scene === scene && this.asOf === scene.asOf && this.knownAt === scene.knownAt; }
  isAt(camera, scene) { return this.isOf(scene) && this.at === JSON.stringify(placeOf(camera)); }

  // `strokes`: functions that paint some of the lines each.
  paint(camera, scene, strokes) {
    this.stop();
    const { width, height } = camera, place = placeOf(camera), { asOf, knownAt } = scene, queue = strokes[Symbol.iterator]();
    Object.assign(this.back, { width: Math.round(width * this.sharp), height: Math.round(height * this.sharp) });
    const pen = this.back.getContext('2d', { willReadFrequently: true });
    pen.setTransform(this.sharp, 0, 0, this.sharp, 0, 0);
    const go = () => {
      const until = performance.now() + SLICE;
      for (let next = queue.next(); performance.now() < until; next = queue.next()) {
        if (!next.done) next.value(pen);
        else return this.#finish({ place, scene, asOf, knownAt, at: JSON.stringify(place) });
      }
      this.frame = requestAnimationFrame(go);
    };
    this.frame = requestAnimationFrame(go);
  }

  #finish(painted) {
    Object.assign(this, painted, { front: this.back, back: this.front, frame: undefined });
    this.done();
  }

  stop() {
    cancelAnimationFrame(this.frame);
    this.frame = undefined;
  }
}

export const inSlices = function* (pairs, stroke) {
  for (let start = 0; start < pairs.length; start += AT_ONCE) {
    const some = pairs.slice(start, start + AT_ONCE);
    yield pen => stroke(pen, some);
  }
};
