// What each thing looks like under the present filters, selection and instant; where, is the camera's.
import { authorityAt, statusAt } from './model.js';

const wants = (chosen, value) => !chosen || chosen.has(value);
const isTagged = (node, tag) => !tag || node.tags?.some(one => one.toLowerCase() === tag.toLowerCase());

// The lineage of what is selected, what it is linked to, and how it came about.
const aroundOf = (graph, one) => {
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
  const citing = one.type === 'evidence' ? (graph.citing.get(one.id) ?? []).map(({ mark }) => mark) : [one];
  for (const mark of citing) {
    add(mark);
    for (const id of [...mark.targets, ...mark.cites]) add(graph.byId.get(id));
    for (const made of (graph.madeBy.get(mark.id) ?? []).slice(0, 60)) add(made);
  }
  return around;
};

// All that a focus leaves in sight: its versions, what is linked to any of them, what made or would
// change them and what that cites.
export const focusOf = (graph, one) => {
  const only = new Set(), versions = one.versions.filter(version => version.type === 'memory');
  for (const version of versions) {
    only.add(version);
    for (const { from, to } of version.links) only.add(from).add(to);
    const made = graph.byId.get(version.proposal_id), marks = (graph.waiting.get(version.id) ?? []).map(({ mark }) => mark);
    for (const mark of made ? [made, ...marks] : marks) {
      only.add(mark);
      for (const id of mark.cites) if (graph.byId.get(id)?.type === 'evidence') only.add(graph.byId.get(id));
    }
  }
  return only;
};

export class Scene {
  constructor(graph, state, { found = null, only = null } = {}) {
    this.graph = graph;
    this.state = state;
    this.found = found;
    this.selected = graph.find(state.node) ?? null;
    this.focus = graph.focus(state.lineage);
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
      this.#mark(node, node.state !== null && this.#isSought(node), asOf !== null && node.from > asOf);
    }
    for (const mark of this.graph.proposals) {
      mark.state = statusAt(mark, asOf);
      this.#mark(mark, (!knownAt || mark.created <= knownAt) && this.#isAbout(mark), mark.state === null);
    }
    for (const sheet of this.graph.evidence)
      this.#mark(sheet, (!knownAt || sheet.recorded <= knownAt) && this.#isCited(sheet), asOf !== null && sheet.recorded > asOf);
    if (this.hasChanged) this.edges = this.near = undefined;
  }

  #isSought(node) {
    const { kind, authority, tag, q } = this.state;
    return wants(kind, node.kind) && wants(authority, node.state) && isTagged(node, tag) && (!q || !this.found || this.found.has(node.id));
  }

  // Where memories are sought by more than their kind, a proposal is there for one of those that are shown.
  #isAbout(mark) {
    const { kind, authority, tag, q } = this.state, isOfKind = !kind || kind.has(mark.kind);
    if (isOfKind && !authority && !tag && !q) return true;
    return (isOfKind || !mark.kind) && this.graph.about(mark).some(node => !node.hidden);
  }
  #isCited(sheet) { return (this.graph.citing.get(sheet.id) ?? []).some(({ mark }) => !mark.hidden); }

  #mark(one, isThere, isLater) {
    const hidden = !isThere || (this.only !== null && !this.only.has(one));
    if (hidden !== one.hidden) this.hasChanged = true;
    one.hidden = hidden;
    one.later = isLater;
    one.dim = this.around.size > 0 && !this.around.has(one);
  }

  get shownNodes() { return this.graph.nodes.filter(node => !node.hidden); }
  // As of the instant: what was not proposed by then was no proposal.
  get shownProposals() { return this.graph.proposals.filter(mark => !mark.hidden && mark.state !== null); }
  get shownEvidence() {
    const cited = new Set(this.shownProposals.flatMap(mark => mark.cites));
    return this.graph.evidence.filter(sheet => !sheet.hidden && cited.has(sheet.id));
  }
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
