// `data-dialog="#id"` opens that dialog instead of following the link; `data-close` closes it.
// A dialog that the server rendered open is one that a reader without this script can use.
(() => {
  const openModal = dialog => {
    if (!dialog?.showModal) return false;
    if (dialog.open) dialog.close();
    dialog.showModal();
    return true;
  };

  document.addEventListener('click', event => {
    const opener = event.target.closest('[data-dialog]');
    if (opener && openModal(document.querySelector(opener.dataset.dialog))) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    const closer = event.target.closest('[data-close]');
    if (!closer) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    closer.closest('dialog').close();
  }, true);

  const adopt = () => document.querySelectorAll('dialog[open]:not(:modal)').forEach(openModal);
  document.addEventListener('DOMContentLoaded', adopt);
  document.addEventListener('htmx:afterSettle', adopt);
})();
