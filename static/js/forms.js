// A form is sent once, and a plain approval never passes over an edit that someone has begun.
(() => {
  const isWrite = form => form.method === 'post';
  const isChanged = field =>
    field.type === 'checkbox' || field.type === 'radio' ? field.checked !== field.defaultChecked
    : field.options ? [...field.options].some(option => option.selected !== option.defaultSelected)
    : field.value !== field.defaultValue;
  const hasEdits = form =>
    [...form.elements].some(field => field.name && field.type !== 'hidden' && isChanged(field));

  const release = form => {
    delete form.dataset.sent;
    form.querySelectorAll('[aria-disabled]').forEach(button => button.removeAttribute('aria-disabled'));
  };
  const hold = form => {
    form.dataset.sent = 'yes';
    for (const button of form.querySelectorAll('button:not([type=button])')) button.ariaDisabled = 'true';
  };
  const stop = event => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  // `data-unless-changed="id"`: not while the form of that id holds other words than were proposed.
  const warnOfEdits = form => {
    const edited = document.getElementById(form.dataset.unlessChanged);
    if (!edited || !hasEdits(edited)) return false;
    const warning = form.querySelector('[data-changed-warning]');
    if (warning) warning.hidden = false;
    (warning ?? edited).scrollIntoView({ block: 'nearest' });
    return true;
  };

  document.addEventListener('submit', event => {
    const form = event.target;
    if (!isWrite(form)) return;
    if (form.dataset.sent || warnOfEdits(form)) return stop(event);
    hold(form);
  }, true);

  // `data-count`: how long the text of this pane is, in code points as the server counts.
  const count = event => {
    const told = event.target.closest('.pane')?.querySelector('[data-count]');
    if (told && event.target.matches('textarea')) told.textContent = [...event.target.value].length.toLocaleString('en');
  };
  for (const type of ['input', 'draft:restored']) document.addEventListener(type, count);

  document.addEventListener('htmx:afterRequest', event => {
    const form = event.detail.elt.closest('form');
    if (form) release(form);
  });
  addEventListener('pageshow', () => document.querySelectorAll('form[data-sent]').forEach(release));
})();
