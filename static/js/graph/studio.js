// The Studio: one state, which the address holds; a picture of it here, a list and an inspector from the server.
import { Camera } from './camera.js';
import { Canvas } from './canvas.js';
import { Controls } from './controls.js';
import { draw } from './draw.js';
import { saveJson, saveSvg } from './export.js';
import { Layer } from './layer.js';
import { layout } from './layout.js';
import { Graph, inForce } from './model.js';
import { readPalette, whenColoursChange } from './palette.js';
import { later, piecesOf } from './pieces.js';
import { followPointer } from './pointer.js';
import { focusOf, Scene } from './scene.js';
import { Slider } from './slider.js';
import { queryOf, readState, writeState } from './state.js';
import { atMs, msOf } from './time.js';
import { followKeys, said } from './walk.js';

const NARROW = 640, FARTHEST = 2 ** 31 - 1;

class Studio {
  constructor(root) {
    this.root = root;
    this.form = root.querySelector('#studio-form');
    this.surface = root.querySelector('#picture');
    this.alive = new AbortController();
    this.state = readState(this.form);
    this.camera = new Camera();
    this.controls = new Controls(root);
    this.pieces = piecesOf(root);
    this.inspectSoon = later(() => this.pieces.inspector(this.state));
    this.listSoon = later(() => this.refreshList());
    this.reloadSoon = later(() => this.load({ keepsPlace: true }), 400);
  }

  async start() {
    const { signal } = this.alive;
    document.addEventListener('htmx:afterSettle', () => { if (!this.root.isConnected) this.alive.abort(); }, { signal });
    document.addEventListener('live:refreshed', () => this.reloadSoon(), { signal });
    this.canvas = new Canvas(this.surface, (pen, how) => this.paint(pen, how));
    this.layers = { edges: new Layer(() => this.canvas.ask()), nodes: new Layer(() => this.canvas.ask(), { sharp: Math.min(2, devicePixelRatio || 1) }) };
    this.colours = readPalette(this.surface);
    whenColoursChange(() => { this.colours = readPalette(this.surface); this.layers.edges.scene = this.layers.nodes.scene = null; this.canvas.ask(); }, signal);
    document.fonts?.ready.then(() => this.canvas.ask());
    this.slider = new Slider(this.root, { camera: this.camera, boundaries: () => this.graph.boundaries, signal,
      changed: (at, how) => this.moveTo(at, how) });
    await this.load();
    this.listen(signal);
    const watcher = new ResizeObserver(() => this.resize());
    watcher.observe(this.surface);
    signal.addEventListener('abort', () => watcher.disconnect());
    this.root.dataset.ready = 'yes';
  }

  listen(signal) {
    followPointer(this.surface, this.camera, { signal, moved: () => this.moved(),
      picked: at => this.pick(at), hovered: at => this.hover(at) });
    followKeys(this.surface, { signal, scene: () => this.scene, select: one => one && this.select(one, { says: true }),
      letGo: () => (this.state.lineage && !this.state.node ? this.keepTo('') : this.select(null)),
      keepTo: () => this.scene.selected?.type === 'memory' && this.keepTo(this.scene.selected.number),
      enter: () => document.querySelector('#inspector h2')?.focus(),
      zoom: how => this.zoom(how), toChange: direction => this.slider.toChange(direction) });
    this.root.addEventListener('click', event => this.click(event), { capture: true, signal });
    this.form.addEventListener('submit', event => { event.preventDefault(); this.filter(); }, { signal });
    this.form.addEventListener('change', () => this.filter(), { signal });
    this.form.addEventListener('input', event => { if (event.target.name === 'q' || event.target.name === 'tag') this.filterSoon(); }, { signal });
    this.filterSoon = later(() => this.filter({ isTyping: true }), 350);
    this.root.querySelector('#as-known').addEventListener('change', () => this.moveTo(this.state.asOf, { isDone: true }), { signal });
  }

  async load({ keepsPlace = false } = {}) {
    const read = async url => (await fetch(url, { headers: { Accept: 'application/json' }, cache: 'no-store' })).json();
    if (!keepsPlace) this.controls.waits('Reading the graph…');
    try {
      const [data, marks] = await Promise.all([read(this.root.dataset.graph), read(this.root.dataset.marks)]);
      if (!data.nodes || !marks.proposals) return;
      this.graph = new Graph(data, marks);
    } catch {
      if (!keepsPlace) this.controls.waits('The graph could not be read. The list is whole; reload the page to try again.');
      return;
    }
    this.controls.waits('');
    this.arrange({ fits: !keepsPlace });
    this.sought = undefined;
    await this.search();
    this.show();
    this.expectChange();
    this.controls.offerTags(this.graph.tags());
  }

  // What begins or ends while the page is open does so in the picture too.
  expectChange() {
    clearTimeout(this.next);
    const now = Date.now(), next = this.graph.boundaries.find(one => msOf(one) > now);
    const wait = next ? msOf(next) - now + 50 : Infinity;
    if (wait < FARTHEST) this.next = setTimeout(() => this.reloadSoon(), wait);
    this.alive.signal.addEventListener('abort', () => clearTimeout(this.next), { once: true });
  }

  arrange({ fits }) {
    const focus = this.graph.focus(this.state.lineage);
    this.only = focus && focusOf(this.graph, focus);
    this.layout = layout(this.graph, this.only);
    if (fits) this.fits = true;
    this.camera.layout = this.layout;
    this.resize();
  }

  resize() {
    this.camera.resize(this.surface.clientWidth, this.surface.clientHeight);
    if (this.fits && this.camera.width) this.fit();
    this.slider.show(this.state.asOf);
    this.canvas.resize();
  }

  fit({ all = false } = {}) {
    const chosenOne = this.graph.find(this.state.node), at = this.state.asOf ? msOf(this.state.asOf) : Date.now();
    this.camera.fit(this.layout, this.camera.width < NARROW && !all ? chosenOne?.at ?? at : null);
  }

  // The picture anew, after anything but the instant has changed.
  show() {
    this.scene = new Scene(this.graph, this.state, { found: this.found, only: this.only });
    this.controls.show(this.state, this.scene);
    this.slider.show(this.state.asOf);
    this.canvas.ask();
  }

  paint(pen, { isMoving }) {
    if (!this.scene || !this.canvas.width) return;
    this.targets = draw(pen, this.colours, this.scene, this.camera, { lanes: this.layout.lanes, layers: this.layers, hovered: this.hovered, isMoving });
  }

  moved() {
    this.fits = false;
    this.slider.show();
    this.canvas.ask({ isMoving: true });
  }

  zoom(how) {
    const { camera } = this;
    this.fits = how === 'fit';
    if (how === 'fit') this.fit({ all: true });
    else camera.zoom(how === 'in' ? 1.35 : 1 / 1.35, this.scene.selected?.x ?? camera.width / 2, this.scene.selected?.y ?? camera.height / 2);
    this.slider.show();
    this.canvas.ask({ isMoving: true });
  }

  at({ x, y }) {
    const near = this.targets?.filter(one => Math.hypot(one.x - x, one.y - y) <= Math.max(12, one.r ?? 11)) ?? [];
    return near.sort((one, other) => Math.hypot(one.x - x, one.y - y) - Math.hypot(other.x - x, other.y - y))[0];
  }
  pick(place) {
    const hit = this.at(place);
    if (hit) this.select(hit.mark ?? (hit.what === 'person' ? this.graph.byId.get(hit.of.proposal_id) : hit));
    else if (this.state.node) this.select(null);
  }
  hover(place) {
    const hit = place && this.at(place), node = hit?.type === 'memory' ? hit : null;
    this.surface.classList.toggle('picture--over', Boolean(hit));
    if (node === this.hovered) return;
    this.hovered = node;
    this.canvas.ask();
  }

  select(one, { says = false } = {}) {
    this.state.node = one?.number ?? '';
    this.show();
    if (one?.row !== undefined && !one.hidden) this.camera.reveal(one.at, one.row);
    this.slider.show();
    if (says && one) this.controls.say(said(one, one.links?.length));
    this.controls.showRow(one);
    writeState(this.state);
    this.inspectSoon();
  }

  keepTo(number) {
    Object.assign(this.state, { lineage: number });
    this.arrange({ fits: true });
    this.show();
    this.written();
  }

  // The selection goes along its lineage with the slider: to the version that was in force.
  moveTo(asOf, { isDone }) {
    const knownAt = this.root.querySelector('#as-known').checked ? asOf : null, { selected } = this.scene;
    Object.assign(this.state, { asOf, knownAt });
    const now = asOf ?? atMs(Date.now()), held = selected?.type === 'memory' && inForce(selected, now, knownAt);
    if (held && held !== selected) {
      this.state.node = held.number;
      this.show();
    } else this.scene.replay(asOf, knownAt);
    this.canvas.ask({ isMoving: !isDone });
    if (!isDone) return this.state.node && this.inspectSoon();
    this.written();
    // What was known by then says the words, or does not.
    if (this.state.q) this.search().then(() => this.show());
  }

  async filter({ isTyping = false } = {}) {
    const { view } = this.state;
    Object.assign(this.state, this.controls.read());
    const named = !isTyping && this.graph.find(this.state.q);
    if (named) Object.assign(this.state, { q: (this.form.elements.q.value = ''), node: named.number });
    await this.search();
    this.show();
    if (named) this.camera.reveal(named.at, named.row ?? 0);
    if (view !== this.state.view) this.resize();
    this.written();
  }

  async search() {
    const { q, knownAt } = this.state, sought = q && `${knownAt} ${q}`;
    if (!q) this.found = null;
    if (!q || (sought === this.sought && this.found)) return;
    this.sought = sought;
    const answer = await fetch(`${this.root.dataset.found}?${queryOf(this.state, 'q')}`, { headers: { Accept: 'application/json' } });
    if (answer.ok && sought === this.sought) this.found = new Set((await answer.json()).ids);
  }

  written() {
    writeState(this.state);
    this.inspectSoon();
    this.listSoon();
  }
  refreshList() {
    const list = document.getElementById('list');
    this.isListOld = list.getClientRects().length === 0;
    if (!this.isListOld) this.pieces.list(this.state);
  }

  click(event) {
    const link = event.target.closest('[data-node], [data-lineage], [data-unfocus], [data-all], [data-zoom], [data-export]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { node, lineage, all, zoom, export: kind } = link.dataset, one = node && this.graph.find(node);
    if (node && !one) return;
    event.preventDefault();
    event.stopPropagation();
    if (one) this.select(one);
    else if (lineage || 'unfocus' in link.dataset) this.keepTo(lineage ?? '');
    else if (zoom) this.zoom(zoom);
    else if (all) {
      this.controls.chooseAll(all);
      this.filter();
    } else {
      link.closest('details').open = false;
      if (kind === 'json') saveJson(this.root.dataset.name, this.scene);
      else saveSvg(this.root.dataset.name, this.colours, this.scene, this.camera, this.layout.lanes);
    }
  }
}

export const start = root => {
  if (root.querySelector('#picture')) return new Studio(root).start();
};
