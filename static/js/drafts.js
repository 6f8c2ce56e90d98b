// Typed text outlives an expired session: `data-draft="key"` keeps a form's words in this tab,
// for this person, until the server has accepted them.
(() => {
  const who = () => document.body.dataset.user || sessionStorage.getItem('draft-of') || '';
  const slot = form => `draft:${who()}:${form.dataset.draft}`;
  const KEPT = 'textarea[name], select[name], input[name]:not([type=hidden], [type=password], [type=submit])';
  const fields = form => [...form.elements].filter(field => field.matches(KEPT));
  const isTick = field => field.type === 'checkbox' || field.type === 'radio';
  const nameOf = field => (isTick(field) ? `${field.name}=${field.value}` : field.name);
  const read = field => (isTick(field) ? field.checked : field.value);

  const keep = form => {
    const words = Object.fromEntries(fields(form).map(field => [nameOf(field), read(field)]));
    sessionStorage.setItem(slot(form), JSON.stringify(words));
  };
  const tell = form => {
    if (form.querySelector('[data-draft-note]')) return;
    const note = document.createElement('p');
    note.className = 'hint';
    note.role = 'status';
    note.dataset.draftNote = '';
    note.textContent = 'This is what you typed before. It has not been sent.';
    form.prepend(note);
  };
  const restore = form => {
    const kept = sessionStorage.getItem(slot(form));
    if (!kept || form.dataset.restored) return;
    form.dataset.restored = 'yes';
    const words = JSON.parse(kept);
    const differing = fields(form).filter(field => (words[nameOf(field)] ?? read(field)) !== read(field));
    for (const field of differing) {
      if (isTick(field)) field.checked = words[nameOf(field)];
      else field.value = words[nameOf(field)];
    }
    if (!differing.length) return;
    tell(form);
    form.dispatchEvent(new CustomEvent('draft:restored', { bubbles: true }));
  };
  const forgetSent = () => {
    for (const key of JSON.parse(sessionStorage.getItem('drafts-sent') ?? '[]')) sessionStorage.removeItem(key);
    sessionStorage.removeItem('drafts-sent');
  };
  const forgetAll = () => Object.keys(sessionStorage)
    .filter(key => key.startsWith('draft')).forEach(key => sessionStorage.removeItem(key));

  // The server's word that it took something is a message marked `data-accepted`.
  const look = () => {
    if (document.body.dataset.user) sessionStorage.setItem('draft-of', document.body.dataset.user);
    if (document.querySelector('[data-accepted]')) forgetSent();
    document.querySelectorAll('form[data-draft]').forEach(restore);
  };

  document.addEventListener('input', event => {
    const form = event.target.form;
    if (form?.dataset.draft) keep(form);
  });
  document.addEventListener('submit', event => {
    const form = event.target;
    if (form.matches('[data-sign-out]')) return forgetAll();
    if (!form.dataset.draft || event.defaultPrevented) return;
    keep(form);
    const sent = new Set(JSON.parse(sessionStorage.getItem('drafts-sent') ?? '[]'));
    sessionStorage.setItem('drafts-sent', JSON.stringify([...sent.add(slot(form))]));
  }, true);
  document.addEventListener('DOMContentLoaded', look);
  document.addEventListener('htmx:afterSettle', look);
  document.addEventListener('live:refreshed', look);
})();
