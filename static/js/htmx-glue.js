// What htmx leaves to the page: the current token, the head of a boosted page, and words for failures.
(() => {
  const token = () => document.querySelector('meta[name=csrf-token]')?.content ?? '';
  // Within the open dialog: what stands behind it is neither read nor heard.
  const say = words => {
    const note = document.createElement('p');
    note.className = 'say__line note note--alert';
    note.role = 'alert';
    note.dataset.said = '';
    note.textContent = words;
    document.querySelectorAll('[data-said]').forEach(earlier => earlier.remove());
    const heading = document.querySelector('dialog:modal h2');
    if (heading) heading.after(note);
    else document.getElementById('say')?.replaceChildren(note);
    note.scrollIntoView({ block: 'nearest' });
  };

  document.addEventListener('htmx:configRequest', event => {
    const { headers, parameters, verb } = event.detail;
    if (verb === 'get') return;
    headers['X-CSRFToken'] = token();
    if (parameters.csrfmiddlewaretoken) parameters.csrfmiddlewaretoken = token();
  });

  // A boosted swap replaces the inside of <body> only; what stands around it belongs to the new page too.
  const adoptAround = html => {
    const page = new DOMParser().parseFromString(html, 'text/html');
    const fresh = page.querySelector('meta[name=csrf-token]');
    if (!fresh) return;
    document.querySelector('meta[name=csrf-token]')?.setAttribute('content', fresh.content);
    for (const name of ['user', 'keys', 'project', 'seq']) document.body.dataset[name] = page.body.dataset[name] ?? '';
  };
  document.addEventListener('htmx:beforeSwap', event => {
    const { target, shouldSwap, serverResponse } = event.detail;
    if (shouldSwap && target === document.body) adoptAround(serverResponse);
  });
  document.addEventListener('htmx:afterSettle', event => {
    if (event.detail.target !== document.body) return;
    const asked = document.querySelector('[autofocus]') ?? document.getElementById('main');
    asked?.focus({ preventScroll: true });
  });

  // A form that leads back to its own page is no further step in the history.
  document.addEventListener('htmx:beforeHistoryUpdate', event => {
    const { history } = event.detail;
    if (new URL(history.path, location).href === location.href) history.type = 'replace';
  });
  // Steps back and forth: only the last one counts, and it goes where the server sends it.
  let step;
  document.addEventListener('htmx:historyCacheMiss', event => {
    step?.abort();
    step = event.detail.xhr;
  });
  document.addEventListener('htmx:historyCacheMissLoad', () => {
    const elsewhere = step.getResponseHeader('HX-Redirect');
    if (elsewhere) location.assign(elsewhere);
    else adoptAround(step.responseText);
  });
  document.addEventListener('htmx:historyCacheMissLoadError', () => location.reload());

  const lost = 'The server could not be reached. Nothing you typed is lost: try again in a moment.';
  document.addEventListener('htmx:sendError', () => say(lost));
  document.addEventListener('htmx:timeout', () => say(lost));
  document.addEventListener('htmx:responseError', event => {
    const { status } = event.detail.xhr;
    say(status >= 500
      ? `The server failed (${status}). Nothing you typed is lost: try again in a moment.`
      : `The server refused this (${status}). Reload the page and try again.`);
  });
})();
