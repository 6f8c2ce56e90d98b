// What each thing looks like under the present filters, selection and instant; where, is the camera's.
import { authorityAt, statusAt } from './model.js';

const wants = (chosen, value) => !chosen || chosen.has(value);
const isTagged = (node, tag) => !tag || node.tags?.some(one => one.toLowerCase() === tag.toLowerCase());

// The lineage of what is selected, what it is linked to, and how it came about.
export const aroundOf = (graph, one) => {
  const around = new Set();
  if (!one) return around;
  const add = more => more && around.add(more);
  if (one.type === 'memory') {
    for (const version of one.versions) if (version.type === 'memory') {
      add(version);
      for (const edge of version.links) if (edge.to === version) add(edge.from);
      for (const waiting of graph.waiting.get(version.id) ?? []) add(waiting.mark);
    }
    for (const edge of one.links) { add(edge.from); add(edge.to); }
    for (const version of [...around]) for (const id of graph.byId.get(version.proposal_id)?.cites ?? []) add(graph.byId.get(id));
    return around;
  }
  add(one);
  const citing = one.type === 'evidence' ? graph.proposals.filter(mark => mark.cites.includes(one.id)) : [one];
  for (const mark of citing) {
    add(mark);
    for (const id of [...mark.targets, ...mark.cites]) add(graph.byId.get(id));
    for (const made of (graph.madeBy.get(mark.id) ?? []).slice(0, 60)) add(made);
  }
  return around;
};

export class Scene {
  constructor(graph, state, { found = null, only = null } = {}) {
    this.graph = graph;
    this.state = state;
    this.found = found;
    this.selected = graph.find(state.node) ?? null;
    this.focus = state.lineage ? graph.find(state.lineage) : null;
    this.around = aroundOf(graph, this.selected ?? this.focus);
    this.only = only;
    this.replay(state.asOf, state.knownAt);
  }

  // The only work of a moving slider.
  replay(asOf, knownAt) {
    Object.assign(this, { asOf, knownAt, hasChanged: !this.edges });
    const at = asOf ?? (knownAt ? new Date().toISOString().replace('Z', '000Z') : null);
    for (const node of this.graph.nodes) {
      node.state = at === null ? node.authority : authorityAt(node, at, knownAt);
      this.#mark(node, node.state !== null && wants(this.state.authority, node.state), asOf !== null && node.from > asOf);
    }
    for (const mark of this.graph.proposals) {
      mark.state = statusAt(mark, asOf);
      this.#mark(mark, !knownAt || mark.created <= knownAt, mark.state === null);
    }
    for (const mark of this.graph.evidence)
      this.#mark(mark, !knownAt || mark.recorded <= knownAt, asOf !== null && mark.recorded > asOf);
    if (this.hasChanged) this.edges = this.near = undefined;
  }

  #mark(one, isThere, isLater) {
    const isMemory = one.type === 'memory', { kind, tag, q } = this.state;
    const matches = isMemory
      ? wants(kind, one.kind) && isTagged(one, tag) && (!q || !this.found || this.found.has(one.id))
      : one.type === 'evidence' || !one.kind || wants(kind, one.kind);
    const hidden = !isThere || !matches || (this.only !== null && !this.only.has(one));
    if (hidden !== one.hidden) this.hasChanged = true;
    one.hidden = hidden;
    one.later = isLater;
    one.dim = this.around.size > 0 && !this.around.has(one);
  }

  get shownNodes() { return this.graph.nodes.filter(node => !node.hidden); }
  get shownEdges() {
    this.edges ??= this.graph.edges.filter(edge => !edge.from.hidden && !edge.to.hidden && wants(this.state.edge, edge.type));
    return this.edges;
  }
  // Within the surroundings of the selection.
  get nearEdges() {
    this.near ??= this.around.size ? this.shownEdges.filter(edge => this.around.has(edge.from) && this.around.has(edge.to)) : [];
    return this.near;
  }
}
