// Names of members while a comment is written: after an `@` those that begin so, or whose name has a
// word that does. The server has listed them beside the field.
import '../../vendor/text-expander-element.js';

const SHOWN = 6;
const fold = text => text.normalize('NFKC').toLowerCase();

const matching = (expander, typed) => {
  const wanted = fold(typed), list = document.getElementById(expander.dataset.names)?.cloneNode(true);
  if (!list) return null;
  const words = one => [one.dataset.value, ...one.textContent.split(/\s+/)].map(fold);
  const found = [...list.children].filter(one => words(one).some(word => word.startsWith(wanted)));
  list.replaceChildren(...found.slice(0, SHOWN));
  list.removeAttribute('id');
  list.hidden = false;
  return found.length ? list : null;
};

// The element's events do not bubble: the document sees them on their way down.
document.addEventListener('text-expander-change', event => {
  const fragment = matching(event.target, event.detail.text);
  event.detail.provide(Promise.resolve({ matched: Boolean(fragment), fragment }));
}, true);
document.addEventListener('text-expander-value', event => {
  event.detail.value = `@${event.detail.item.dataset.value}`;
}, true);
// The form's draft is kept on input, and nobody has typed the end of the name.
document.addEventListener('text-expander-committed', event => {
  event.detail.input.dispatchEvent(new Event('input', { bubbles: true }));
}, true);

export const start = () => {};
