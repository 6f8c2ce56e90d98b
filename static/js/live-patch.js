// A region as the server has it now. Only what differs is touched: what stays keeps the focus, what is
// selected in it, how far it is scrolled, and its place before the eyes of whoever reads it.
const livePatch = (() => {
  const ROWS = 'li, article, tr';
  const NAMES = ['id', 'href', 'action', 'name', 'value', 'data-draft'];

  // By what a thing is the same thing, although its words may have changed.
  const nameOf = element => NAMES.map(name => element.getAttribute(name) ?? '').join(' ').trim();
  const keyOf = node => {
    const name = nameOf(node);
    if (name) return name;
    if (node.localName === 'details') return node.querySelector('summary')?.textContent;
    return node.matches(ROWS) ? node.querySelector('a[href]')?.getAttribute('href') ?? '' : '';
  };
  const isAlike = (one, other) => one.nodeName === other.nodeName && keyOf(one) === keyOf(other);

  // What a reader opened or folded, and what drafts.js says of words that it put back.
  const isOwn = ({ dataset }, name) => name === 'data-restored'
    || ('moved' in dataset && ['open', 'data-moved'].includes(name))
    || ('draftOf' in dataset && name === 'hidden');
  const isElement = node => node?.nodeType === Node.ELEMENT_NODE;
  const isOurs = node => isElement(node) && 'draftNote' in node.dataset;

  const put = (place, node, before) => (node.isConnected && place.moveBefore
    ? place.moveBefore(node, before) : place.insertBefore(node, before));

  // Which of the elements that are there is each of those that should be: the very same, else the alike.
  const pairsOf = (old, fresh) => {
    const left = [...old.children].filter(one => !isOurs(one)), kept = new Map();
    const take = test => {
      const at = left.findIndex(test);
      return at < 0 ? undefined : left.splice(at, 1)[0];
    };
    for (const node of fresh.children) kept.set(node, take(one => one.isEqualNode(node)));
    for (const node of fresh.children) kept.set(node, kept.get(node) ?? take(one => isAlike(one, node)));
    left.forEach(one => one.remove());
    return kept;
  };
  const patchChildren = (old, fresh) => {
    const kept = pairsOf(old, fresh);
    let at = old.firstChild;
    const pass = () => {
      const passed = at;
      at = at.nextSibling;
      return passed;
    };
    for (const node of fresh.childNodes) {
      while (isOurs(at)) pass();
      while (isElement(node) && at && !isElement(at)) pass().remove();
      const twin = kept.get(node) ?? (at?.nodeType === node.nodeType && !isElement(node) ? at : undefined);
      if (!twin) put(old, document.importNode(node, true), at);
      else if (twin === at) pass();
      else put(old, twin, at);
      if (twin) patch(twin, node);
    }
    while (at) if (isOurs(at)) pass(); else pass().remove();
  };
  const patch = (old, fresh) => {
    if (old.isEqualNode(fresh)) return;
    if (!isElement(old)) {
      old.nodeValue = fresh.nodeValue;
      return;
    }
    for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !isOwn(old, name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) {
      if (old.getAttribute(name) !== value && !isOwn(old, name)) old.setAttribute(name, value);
    }
    patchChildren(old, fresh);
  };

  // What was in focus and stands elsewhere now; without it, the page. A button of another form would do it
  // to something else.
  const focusAgain = (held, form, region) => {
    if (held.isConnected && document.activeElement === held) return;
    const alike = [...region.querySelectorAll(held.localName)].filter(one => nameOf(one) === nameOf(held)
      && (one.form ? nameOf(one.form) : '') === form);
    const twin = alike.find(one => one.textContent === held.textContent) ?? (held.id || held.href ? alike[0] : undefined);
    (twin ?? document.getElementById('main')).focus({ preventScroll: true });
  };

  return (region, fresh) => {
    const held = region.contains(document.activeElement) && document.activeElement;
    const form = held?.form ? nameOf(held.form) : ''; // while it has one
    patch(region, fresh);
    if (held) focusAgain(held, form, region);
    window.htmx?.process(region);
  };
})();
