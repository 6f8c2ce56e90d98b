// Single keys: `data-key="a"` on a link, a button that opens something, or a field.
// They never fire while someone types, never submit, and can be turned off.
(() => {
  const TYPING = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], dialog[open]';
  const isOff = () => localStorage.getItem('shortcuts') === 'off';
  const isSeen = element => element.getClientRects().length > 0;
  // A field of a dialog that has just closed may hold the focus for a moment more.
  const isTyping = element => element.closest(TYPING) && isSeen(element);
  const showSetting = () => {
    document.querySelectorAll('[data-shortcuts]').forEach(box => { box.checked = !isOff(); });
  };

  document.addEventListener('change', event => {
    if (event.target.matches('[data-shortcuts]'))
      localStorage.setItem('shortcuts', event.target.checked ? 'on' : 'off');
  });

  document.addEventListener('keydown', event => {
    if (isOff() || event.metaKey || event.ctrlKey || event.altKey || event.repeat) return;
    if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
    const hit = [...document.querySelectorAll('[data-key]')]
      .find(element => element.dataset.key === event.key.toLowerCase() && isSeen(element));
    if (!hit) return;
    event.preventDefault();
    if (hit.matches('input, textarea, select, [type=submit], button:not([type])')) hit.focus();
    else hit.click();
  });

  document.addEventListener('DOMContentLoaded', showSetting);
  document.addEventListener('htmx:afterSettle', showSetting);
})();
