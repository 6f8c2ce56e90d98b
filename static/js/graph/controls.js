// The filters and words around the picture.
import { chosen } from './state.js';

const SETS = ['kind', 'authority', 'edge'];

export class Controls {
  constructor(root) {
    this.root = root;
    this.form = root.querySelector('#studio-form');
  }

  read() {
    const asked = new FormData(this.form), sets = SETS.map(name => [name, chosen(this.form, name)]);
    return { ...Object.fromEntries(sets), tag: asked.get('tag').trim(), q: asked.get('q').trim(), view: asked.get('view') ?? 'picture' };
  }

  show(state, { graph, focus }) {
    const find = what => this.root.querySelector(what), { nodes, edges, proposals } = graph;
    find('#picture').setAttribute('aria-label', `Memories along time: ${nodes.length} memories, ${edges.length} links, ${proposals.length} proposals`);
    find('#as-known').checked = Boolean(state.knownAt);
    find('#focus-chip').hidden = !focus;
    if (focus) find('#focus-chip bdi').textContent = focus.label;
    for (const name of SETS) find(`[data-chosen=${name}]`).textContent = state[name]?.size ?? '';
    for (const name of ['node', 'lineage']) this.form.elements[name].value = state[name];
    if (document.activeElement?.name !== 'q') this.form.elements.q.value = state.q;
  }

  showRow(one) {
    for (const row of this.root.querySelectorAll('#list tr[aria-current]')) row.removeAttribute('aria-current');
    if (one) this.root.querySelector(`#list th [data-node="${one.number}"]`)?.closest('tr').setAttribute('aria-current', 'true');
  }

  chooseAll(name) {
    for (const box of this.form.querySelectorAll(`[name=${name}]`)) box.checked = true;
  }

  offerTags(tags) {
    const options = tags.slice(0, 200).map(tag => Object.assign(document.createElement('option'), { value: tag }));
    this.form.querySelector('datalist').replaceChildren(...options);
  }

  say(words) { this.root.querySelector('#picture-said').textContent = words; }
  waits(words) {
    const note = this.root.querySelector('#picture-wait');
    note.textContent = words;
    note.hidden = !words;
  }
}
