// The graph in memory: what the server sent, found quickly, and what was true at any instant.
import { exact, msOf } from './time.js';

const spanned = node => ({
  ...node,
  type: 'memory',
  from: exact(node.valid_from),
  until: node.valid_until && exact(node.valid_until),
  recorded: exact(node.recorded_at),
  retired: node.retired_at && exact(node.retired_at),
  at: msOf(exact(node.valid_from)),
  links: [],
});

const proposed = mark => ({
  ...mark,
  type: 'proposal',
  created: exact(mark.created_at),
  decided: mark.decided_at && exact(mark.decided_at),
  applied: mark.applied_at && exact(mark.applied_at),
  at: msOf(exact(mark.created_at)),
});

const sheet = mark => ({ ...mark, type: 'evidence', recorded: exact(mark.at), at: msOf(exact(mark.at)) });

const grouped = (all, key) => {
  const groups = new Map();
  for (const one of all) {
    const name = key(one);
    if (groups.has(name)) groups.get(name).push(one);
    else groups.set(name, [one]);
  }
  return groups;
};

export class Graph {
  constructor({ nodes, edges, erased = [] }, { proposals = [], evidence = [] } = {}) {
    this.nodes = nodes.map(spanned);
    this.proposals = proposals.map(proposed);
    this.evidence = evidence.map(sheet);
    this.all = [...this.nodes, ...this.proposals, ...this.evidence];
    this.byId = new Map(this.all.flatMap(one => [[one.id, one], [one.number, one]]));
    this.edges = edges.map(edge => ({ ...edge, from: this.byId.get(edge.source), to: this.byId.get(edge.target) }));
    for (const edge of this.edges) {
      edge.from.links.push(edge);
      edge.to.links.push(edge);
    }
    this.#lineages(erased.map(gone => ({ ...gone, from: exact(gone.valid_from), recorded: exact(gone.recorded_at) })));
    this.madeBy = grouped(this.nodes, node => node.proposal_id);
    this.waiting = grouped(this.proposals.flatMap(mark => mark.targets.map(id => ({ id, mark }))), one => one.id);
    this.citing = grouped(this.proposals.flatMap(mark => mark.cites.map(id => ({ id, mark }))), one => one.id);
    this.boundaries = this.#boundaries();
  }

  // The versions of each, oldest first; those whose words were erased end what came before them too.
  #lineages(erased) {
    this.lineages = grouped([...this.nodes, ...erased], node => node.lineage);
    for (const versions of this.lineages.values()) {
      versions.sort((one, other) => one.version - other.version);
      versions.forEach((one, place) => { one.versions = versions; one.place = place; });
    }
  }

  #boundaries() {
    const found = new Set();
    for (const node of this.nodes) {
      found.add(node.from);
      if (node.until) found.add(node.until);
    }
    return [...found].sort();
  }

  find(ref) {
    const text = (ref ?? '').trim();
    const numbered = /^([MPE])-0*(\d+)$/i.exec(text);
    const width = numbered && (numbered[1].toUpperCase() === 'P' ? 4 : 3);
    return this.byId.get(numbered ? `${numbered[1].toUpperCase()}-${numbered[2].padStart(width, '0')}` : text.toLowerCase());
  }

  // A lineage is a memory's.
  focus(ref) {
    const one = ref && this.find(ref);
    return one?.type === 'memory' ? one : null;
  }

  // The memories that a proposal would change, and those that it made.
  about(mark) { return [...mark.targets.map(id => this.byId.get(id)), ...this.madeBy.get(mark.id) ?? []].filter(Boolean); }

  tags() {
    const counts = new Map();
    for (const node of this.nodes) for (const tag of node.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    return [...counts].sort((one, other) => other[1] - one[1] || one[0].localeCompare(other[0])).map(([tag]) => tag);
  }
}

// As the server tells it (DESIGN.md, "Authority, exactly"), first match wins. `known` null: all that is known now.
export const authorityAt = (node, asOf, known = null) => {
  const isKnown = instant => known === null || instant <= known;
  if (!isKnown(node.recorded)) return null;
  if (node.retired && isKnown(node.retired)) return 'retired';
  for (let place = node.place + 1; place < node.versions.length; place++) {
    const later = node.versions[place];
    if (isKnown(later.recorded) && later.from <= asOf) return 'superseded';
  }
  if (node.from > asOf) return 'scheduled';
  if (node.until && node.until <= asOf) return 'expired';
  return 'authoritative';
};

// How a proposal stood at an instant, as far as its own times tell.
export const statusAt = (mark, asOf) => {
  if (asOf === null) return mark.status;
  if (mark.created > asOf) return null;
  if (mark.decided && mark.decided > asOf) return 'pending';
  if (mark.applied && mark.applied > asOf) return 'approved';
  return mark.status;
};

export const inForce = (node, asOf, known) =>
  node.versions.find(one => one.type === 'memory' && authorityAt(one, asOf, known) === 'authoritative');
