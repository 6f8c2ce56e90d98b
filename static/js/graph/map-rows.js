// What the list says is all that is known here.
export const readRows = rows => {
  const spots = [...rows.querySelectorAll('[data-spot]')].map(row => ({
    number: row.dataset.spot, state: row.dataset.state, read: row.dataset.read ?? '', link: row.querySelector('a'), row,
    label: row.querySelector('bdi').textContent, links: [], waits: [...row.querySelectorAll('[data-waits]')],
  }));
  const byNumber = new Map(spots.map(spot => [spot.number, spot])), edges = [];
  for (const from of spots) for (const { dataset } of from.row.querySelectorAll('[data-link]')) {
    const to = byNumber.get(dataset.link);
    if (!to) continue;
    edges.push({ from, to, type: dataset.type });
    from.links.push(to);
    to.links.push(from);
  }
  return { spots, edges };
};
