// `data-copy="#id"` copies the text of that element and says so for a moment.
(() => {
  document.addEventListener('click', async event => {
    const button = event.target.closest('[data-copy]');
    if (!button) return;
    const text = document.querySelector(button.dataset.copy)?.textContent.trim() ?? '';
    const label = button.querySelector('[data-label]') ?? button;
    const before = label.textContent;
    try {
      await navigator.clipboard.writeText(text);
      label.textContent = 'Copied';
    } catch {
      label.textContent = 'Select it and copy by hand';
    }
    setTimeout(() => { label.textContent = before; }, 1600);
  });
})();
