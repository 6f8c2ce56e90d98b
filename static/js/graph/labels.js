// Names, as many as find room: what is selected first, then its surroundings, then what is in force.
const LINE = 15, MOST = 160, MOST_MOVING = 40, TRIED = 700, LONGEST = 24;

const short = text => { const all = [...text]; return all.length > LONGEST ? `${all.slice(0, LONGEST - 1).join('')}…` : text; };

export class Labels {
  constructor(pen, colours, camera, { isMoving = false } = {}) {
    Object.assign(this, { pen, colours, camera, bands: new Map(), count: 0, most: isMoving ? MOST_MOVING : MOST });
  }

  #taken(box, claim) {
    const first = Math.floor(box.top / LINE), last = Math.floor(box.bottom / LINE);
    for (let band = first; band <= last; band++)
      if (this.bands.get(band)?.some(other => other.left < box.right && box.left < other.right && other.top < box.bottom && box.top < other.bottom)) return true;
    if (claim) for (let band = first; band <= last; band++) {
      if (!this.bands.has(band)) this.bands.set(band, []);
      this.bands.get(band).push(box);
    }
    return false;
  }

  keepFree({ x, y, r = 11 }) {
    this.#taken({ left: x - r, right: x + r, top: y - r, bottom: y + r }, true);
  }

  // Whether it found room.
  put(text, x, y, { bold = false, size = 12, align = 'center', colour = 'graphite-2', hand = 'human', must = false, fade = 1, halo = 4 } = {}) {
    if (!text || (this.count >= this.most && !must)) return false;
    const { pen, colours } = this, shown = must ? text : short(text);
    pen.font = `${bold ? 600 : 400} ${size}px ${colours[`font-${hand}`]}`;
    const width = pen.measureText(shown).width, left = align === 'center' ? x - width / 2 : align === 'left' ? x : x - width;
    const box = { left: left - 3, right: left + width + 3, top: y - size + 1, bottom: y + 3 };
    if (this.#taken(box, true) && !must) return false;
    pen.globalAlpha = fade;
    pen.textAlign = align;
    pen.lineJoin = 'round';
    pen.lineWidth = halo;
    pen.strokeStyle = colours.paper;
    pen.strokeText(shown, x, y);
    pen.fillStyle = colours[colour];
    pen.fillText(shown, x, y);
    pen.globalAlpha = 1;
    this.count += 1;
    return true;
  }
}

// A lineage goes by the name of the version in force, or else of its newest.
const isNamed = node => node.state === 'authoritative'
  || (node.place === node.versions.length - 1 && !node.versions.some(one => one.state === 'authoritative'));
const nameOf = (node, strong) => (isNamed(node) ? node.label : strong ? `version ${node.version}` : `v${node.version}`);

const FORCE = { authoritative: 'in force', scheduled: 'scheduled', expired: 'expired', retired: 'retired', superseded: 'superseded' };

export const labelNodes = (labels, scene, nodes, hovered) => {
  const { selected, around } = scene, { camera } = labels;
  for (const node of nodes) if (node === selected || around.has(node)) labels.keepFree(node);
  if (selected?.type === 'memory' && !selected.hidden) {
    const back = selected.x + selected.r + 150 > camera.width, x = back ? Math.min(selected.x, camera.width - 90) : selected.x + selected.r + 14;
    const y = back ? selected.y + selected.r + 24 : selected.y - 1, style = { align: back ? 'center' : 'left', must: true };
    const many = selected.versions.length > 1 ? `version ${selected.version}, ` : '';
    labels.put(short(selected.label), x, y, { ...style, bold: true, size: 14, colour: 'graphite' });
    labels.put(`${many}${FORCE[selected.state] ?? ''}`, x, y + 16, style);
  }
  const rank = node => (around.has(node) ? 4 : 0) + (node === hovered ? 8 : 0) + (node.state === 'authoritative' ? 2 : 0) - (node.later ? 3 : 0);
  const wanted = nodes.filter(node => node !== selected && (node.r >= 5 || around.has(node) || node === hovered));
  wanted.sort((one, other) => rank(other) - rank(one) || other.at - one.at);
  for (const node of wanted.slice(0, TRIED)) {
    const strong = around.has(node), here = node === hovered;
    if (node.later && !here && !strong) continue;
    const text = here ? node.label : nameOf(node, strong);
    labels.put(text, node.x, node.y + node.r + LINE, { bold: strong, colour: strong || here ? 'graphite' : 'graphite-3', must: here, fade: node.later ? .5 : 1 });
  }
};
