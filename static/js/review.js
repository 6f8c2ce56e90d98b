// The review pages: J and K through the inbox, and an edit that was begun and left.
(() => {
  // `data-resets="id"` puts that form back as it was; whoever keeps or shows its words hears of it.
  document.addEventListener('click', event => {
    const link = event.target.closest('[data-resets]');
    if (link) document.getElementById(link.dataset.resets)?.reset();
  }, true);
  document.addEventListener('reset', event => {
    const form = event.target;
    setTimeout(() => form.querySelector('textarea')?.dispatchEvent(new Event('input', { bubbles: true })));
  });

  // Words restored into a form that is not shown: say that they are there.
  document.addEventListener('draft:restored', event => {
    document.querySelectorAll(`[data-draft-of="${event.target.id}"]`).forEach(note => { note.hidden = false; });
  });

  // A link that opens a dialog is a button: the space bar presses it.
  document.addEventListener('keydown', event => {
    if (event.key !== ' ' || !event.target.matches('a[role=button]')) return;
    event.preventDefault();
    event.target.click();
  });

  const rows = () => [...document.querySelectorAll('[data-row] h3 a')];
  document.addEventListener('keydown', event => {
    if (!event.target.closest('[data-row]') && event.target !== document.body) return;
    if (localStorage.getItem('shortcuts') === 'off' || document.querySelector('dialog[open]')) return;
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const step = { j: 1, k: -1 }[event.key.toLowerCase()];
    const links = rows();
    if (!step || !links.length) return;
    event.preventDefault();
    const at = links.indexOf(document.activeElement);
    links[Math.min(Math.max(at + step, 0), links.length - 1)].focus();
  });
})();
