// Single keys: `data-key="a"` on a link, a button that opens something, or a field; `data-key="g w"`
// for two in a row. They never fire while someone types, never submit, and a person can turn them off.
(() => {
  const TYPING = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], dialog[open]';
  const PATIENCE = 1500;
  const isSeen = element => element.getClientRects().length > 0;
  // A field of a dialog that has just closed may hold the focus for a moment more.
  const isTyping = element => element.closest(TYPING) && isSeen(element);
  let first = '', timer;

  const keys = () => [...document.querySelectorAll('[data-key]')].filter(isSeen);
  // What a page has of its own goes before what every page has.
  const find = key => {
    const hits = keys().filter(element => element.dataset.key === key);
    return hits.find(element => element.closest('main')) ?? hits[0];
  };
  const forget = () => { first = ''; };
  const expectSecond = key => {
    first = key;
    clearTimeout(timer);
    timer = setTimeout(forget, PATIENCE);
  };

  // The key that this is, if it is one that may do something now.
  window.singleKey = event => {
    if (document.body.dataset.keys === 'off' || event.metaKey || event.ctrlKey || event.altKey) return '';
    if (event.repeat || isTyping(event.target) || document.querySelector('dialog[open]')) return '';
    return event.key.length === 1 ? event.key.toLowerCase() : '';
  };

  // Where everything is found from everywhere: also while one types, and with single keys off.
  document.addEventListener('keydown', event => {
    if (event.key?.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const field = document.querySelector('.masthead [type=search]');
    if (!field || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    field.focus();
    field.select();
  });

  window.singleKey.isSecond = () => first !== '';

  document.addEventListener('keydown', event => {
    const key = window.singleKey(event);
    if (!key) return;
    const hit = (first && find(`${first} ${key}`)) || find(key);
    forget();
    if (!hit) {
      if (keys().some(element => element.dataset.key.startsWith(`${key} `))) expectSecond(key);
      return;
    }
    event.preventDefault();
    if (hit.matches('input, textarea, select, [type=submit], button:not([type])')) hit.focus();
    else hit.click();
  });

  // The switch is the person's: what the server was told is what the next page knows.
  document.addEventListener('change', event => {
    if (!event.target.matches('[data-shortcuts]')) return;
    document.body.dataset.keys = event.target.checked ? 'on' : 'off';
    event.target.form.requestSubmit();
  });
})();
