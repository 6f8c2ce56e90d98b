// The page of a proposal: an edit that was begun and left.
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
})();
