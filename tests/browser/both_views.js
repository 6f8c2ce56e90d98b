// What picture and list hold under each of `all`: both read as the page reads them.
async all => {
  const [{ Graph }, { Scene, focusOf }, { queryOf }, { asJson }, { readInstant }] = await Promise.all(
    ['model', 'scene', 'state', 'export', 'time'].map(name => import(`/static/js/graph/${name}.js`)));
  const read = async path => (await fetch(`/p/garden/${path}`)).json();
  const graph = new Graph(await read('graph.json'), await read('graph/marks.json'));
  const stateOf = asked => ({
    ...asked, asOf: readInstant(asked.as_of), knownAt: readInstant(asked.known_at), view: 'picture', node: '',
    ...Object.fromEntries(['kind', 'authority', 'edge'].map(name => [name, asked[name].length ? new Set(asked[name]) : null])),
  });
  const picture = async state => {
    const found = state.q && new Set((await read(`graph/found.json?${queryOf(state, 'q')}`)).ids);
    const focus = graph.focus(state.lineage), only = focus && focusOf(graph, focus);
    const shown = JSON.parse(asJson(new Scene(graph, state, { found, only })));
    const number = id => graph.byId.get(id).number;
    return {
      nodes: Object.fromEntries(shown.nodes.map(node => [node.number, node.authority])),
      edges: shown.edges.map(({ type, source, target }) => [number(source), type, number(target)].join(' ')),
      proposals: Object.fromEntries(shown.proposals.map(mark => [mark.number, mark.status])),
      evidence: shown.evidence.map(sheet => sheet.number).sort(),
    };
  };
  const numberOf = row => row.querySelector('th [data-node]').dataset.node;
  const linksOf = row => {
    let says = '';
    return [...row.querySelector('td.wide').childNodes].flatMap(node => {
      if (node.nodeType === Node.TEXT_NODE) says = node.data.split(';').length > 1 ? node.data.split(';').at(-1).trim() : says;
      return says && node.dataset?.node?.startsWith('M-') ? [[numberOf(row), says.replace(' ', '_'), node.dataset.node].join(' ')] : [];
    });
  };
  const list = async state => {
    const told = { nodes: {}, links: [], proposals: {}, evidence: new Set() };
    for (const next = [queryOf(state)]; next.length;) {
      const answer = await fetch(`/p/garden/graph/?${next.pop()}`, { headers: { 'HX-Request': 'true' } });
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const [memories, proposals] = ['Memories', 'Proposals'].map(name =>
        [...page.querySelectorAll('table')].find(table => table.caption.textContent.startsWith(name))?.tBodies[0].rows ?? []);
      for (const row of memories) {
        told.nodes[numberOf(row)] = row.cells[1].textContent.trim().toLowerCase();
        told.links.push(...linksOf(row));
      }
      for (const row of proposals) {
        told.proposals[numberOf(row)] = row.cells[1].textContent.trim();
        for (const link of row.cells[2].querySelectorAll('[data-node^=E]')) told.evidence.add(link.dataset.node);
      }
      next.push(...[...page.querySelectorAll('[rel=next]')].map(link => new URL(link.href).search.slice(1)));
    }
    const isShown = link => link.split(' ').every((part, at) => at === 1 || part in told.nodes);
    return { ...told, edges: told.links.filter(isShown), evidence: [...told.evidence].sort() };
  };
  const out = [];
  for (const asked of all) out.push([await picture(stateOf(asked)), await list(stateOf(asked))]);
  return out;
}
