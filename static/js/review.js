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

  // `data-begins="#id"` puts a button's words where a reason is written, before what stands there.
  document.addEventListener('click', event => {
    const button = event.target.closest('[data-begins]');
    if (!button) return;
    const field = document.querySelector(button.dataset.begins), rest = field.value.trimStart();
    field.value = [button.textContent, ...(rest ? [rest] : [])].join(' ');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
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
