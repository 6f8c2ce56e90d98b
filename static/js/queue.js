// The review inbox by keys: move, open, choose; and a list that keeps its place and what was chosen.
(() => {
  const rows = () => [...document.querySelectorAll('[data-row]')];
  const linkOf = row => row.querySelector('h3 a');
  const boxOf = row => row?.querySelector('[name=chosen]');
  const boxes = () => [...document.querySelectorAll('[name=chosen]')];
  const STEPS = { j: 1, k: -1 };
  const OPENED = { a: 'approve', e: 'edit', r: 'reject' };
  const chosen = new Set();
  let last, isAll = false;

  const current = () => document.activeElement?.closest('[data-row]');
  const move = step => {
    const all = rows(), at = all.indexOf(current());
    linkOf(all[Math.min(Math.max(at + step, 0), all.length - 1)]).focus();
  };
  // A key opens a form; what decides is the step after it.
  const open = (row, key) => {
    const address = new URL(linkOf(row).href);
    if (OPENED[key]) address.searchParams.set('do', OPENED[key]);
    if (key === 'e') address.searchParams.set('revision', row.dataset.revision);
    if (key === 'c') address.hash = 'comments';
    location.assign(address);
  };

  const choose = (box, isRange) => {
    const all = boxes(), [from, to] = [all.indexOf(last), all.indexOf(box)].sort((a, b) => a - b);
    if (isRange && from >= 0) all.slice(from, to + 1).forEach(one => { one.checked = box.checked; });
    last = box;
    tell();
  };
  const tell = () => {
    for (const box of boxes()) {
      if (box.checked) chosen.add(box.value);
      else chosen.delete(box.value);
    }
    const told = document.getElementById('chosen-told');
    if (!told) return;
    isAll = Boolean(document.querySelector('#triage [name=all]:checked'));
    const count = boxes().filter(box => box.checked).length;
    told.textContent = isAll ? `All ${told.dataset.matching} chosen` : count ? `${count} chosen` : 'None chosen';
  };
  // After the list was drawn anew; what is not on the page is not chosen any more.
  const again = () => {
    const there = boxes();
    for (const value of chosen) if (!there.some(box => box.value === value)) chosen.delete(value);
    there.forEach(box => { box.checked = chosen.has(box.value); });
    const all = document.querySelector('#triage [name=all]');
    if (all) all.checked = isAll;
    last = undefined;
    tell();
  };

  document.addEventListener('keydown', event => {
    const key = window.singleKey(event), row = current();
    if (!key || window.singleKey.isSecond() || !rows().length) return;
    const box = boxOf(row);
    if (STEPS[key]) move(STEPS[key]);
    else if (row && (OPENED[key] || key === 'c' || key === 'o')) open(row, key);
    else if (key === 'x' && box) {
      box.checked = !box.checked;
      choose(box, event.shiftKey);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  document.addEventListener('click', event => {
    if (event.target.matches('[name=chosen]')) choose(event.target, event.shiftKey);
  });
  document.addEventListener('change', event => {
    if (event.target.matches('#triage [name=all]')) tell();
  });

  // How many are new is read out soon, and then now and then: a stream of it would drown all else.
  const SOON = 500, QUIET = 8_000; // milliseconds
  let saying, saidAt = 0;
  const say = () => {
    saying = undefined;
    const said = document.getElementById('queue-said'), news = document.getElementById('news');
    if (!said || !news || said.textContent === news.textContent) return;
    said.textContent = news.textContent;
    saidAt = Date.now();
  };

  // A row that somebody else decided meanwhile keeps the height it had: nothing moves below it.
  const heights = new Map();
  const measure = () => rows().forEach(row => heights.set(row.id, row.getBoundingClientRect().height));
  const hold = () => rows().forEach(row => {
    if (row.matches('.prow--gone')) row.style.blockSize = `${heights.get(row.id)}px`;
  });
  addEventListener('resize', () => rows().forEach(row => { row.style.blockSize = ''; }));

  document.addEventListener('live:refreshing', measure);
  document.addEventListener('live:refreshed', () => {
    hold();
    again();
    saying ??= setTimeout(say, Math.max(SOON, saidAt + QUIET - Date.now()));
  });
  document.addEventListener('DOMContentLoaded', again);
  document.addEventListener('htmx:afterSettle', event => {
    if (event.detail.target !== document.body) return;
    isAll = false;
    again();
  });
})();
