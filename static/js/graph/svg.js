// A pen that writes SVG where a canvas would paint: the same drawing gives the same picture.
const escaped = text => String(text).replace(/[&<>"]/g, one => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one]);
// Characters that XML cannot hold would make the file unreadable.
const clean = text => escaped(text).replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
const tidy = number => Math.round(number * 100) / 100;
const ANCHORS = { left: 'start', center: 'middle', right: 'end' };

export class SvgPen {
  parts = [];
  globalAlpha = 1;
  lineCap = 'butt';
  lineJoin = 'miter';
  lineWidth = 1;
  textAlign = 'left';
  #dash = [];
  #path = [];
  #ruler = document.createElement('canvas').getContext('2d');

  beginPath() { this.#path = []; }
  closePath() { this.#path.push('Z'); }
  moveTo(...at) { this.#add('M', at); }
  lineTo(...at) { this.#add('L', at); }
  quadraticCurveTo(...at) { this.#add('Q', at); }
  bezierCurveTo(...at) { this.#add('C', at); }
  rect(x, y, w, h) { this.#path.push(`M${tidy(x)} ${tidy(y)}h${tidy(w)}v${tidy(h)}h${tidy(-w)}Z`); }
  arc(x, y, r) { this.#path.push(`M${tidy(x - r)} ${tidy(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`); }
  setLineDash(dash) { this.#dash = dash; }
  measureText(text) {
    this.#ruler.font = this.font;
    return this.#ruler.measureText(text);
  }

  fillRect(x, y, w, h) { this.#write(`<rect x="${tidy(x)}" y="${tidy(y)}" width="${tidy(w)}" height="${tidy(h)}" fill="${escaped(this.fillStyle)}"${this.#fade()}/>`); }
  fill() { this.#write(`<path d="${this.#path.join('')}" fill="${escaped(this.fillStyle)}"${this.#fade()}/>`); }
  stroke() { this.#write(`<path d="${this.#path.join('')}" fill="none"${this.#line()}${this.#fade()}/>`); }
  fillText(text, x, y) { this.#text(text, x, y, `fill="${escaped(this.fillStyle)}"`); }
  strokeText(text, x, y) { this.#text(text, x, y, `fill="none"${this.#line()} aria-hidden="true"`); }

  #add(command, at) { this.#path.push(command + at.map(tidy).join(' ')); }
  #fade() { return this.globalAlpha < 1 ? ` opacity="${this.globalAlpha}"` : ''; }
  #line() {
    const dash = this.#dash.length ? ` stroke-dasharray="${this.#dash.join(' ')}"` : '';
    return ` stroke="${escaped(this.strokeStyle)}" stroke-width="${this.lineWidth}" stroke-linecap="${this.lineCap}" stroke-linejoin="round"${dash}`;
  }
  #text(text, x, y, paint) {
    const [, weight, size, family] = /^(\d+) ([\d.]+)px (.*)$/.exec(this.font);
    this.#write(`<text x="${tidy(x)}" y="${tidy(y)}" text-anchor="${ANCHORS[this.textAlign]}" font-family="${escaped(family)}" font-size="${size}" font-weight="${weight}" ${paint}${this.#fade()}>${clean(text)}</text>`);
  }
  #write(part) { this.parts.push(part); }

  document(width, height, title) {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img"><title>${clean(title)}</title>${this.parts.join('')}</svg>\n`;
  }
}
