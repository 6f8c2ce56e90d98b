// One call of a tool: to the server and back. It answers with an object, whatever happens, and
// throws only if the caller itself gave up.
const siteToolsCall = (() => {
  const PATIENCE = 20_000; // milliseconds for the server to answer
  const KEPT = 600_000; // for how long the same write is the same write
  const REFRESH = 2_000; // for the page to show what a write did
  const keys = new Map(); // an unfinished write -> {key, at}
  let tested = null; // the one call that the page itself is about to make, so that it passes for no agent's

  const problem = (code, message, retryable) => ({ isError: true, error: { code, message, retryable } });
  const lost = tool => tool.annotations.readOnlyHint
    ? problem('NETWORK_ERROR', 'The server could not be reached. It is safe to try again.', true)
    : problem('OUTCOME_UNKNOWN', 'The answer was lost: this may or may not have happened. Read how things stand '
      + 'first; the very same input sent again within ten minutes has no second effect.', false);

  // Read when it is needed: signing in changes it.
  const token = () => document.querySelector('meta[name=csrf-token]')?.content
    ?? document.cookie.match(/(?:^|; )csrftoken=([^;]*)/)?.[1] ?? '';

  function keyFor(write) {
    const now = Date.now();
    for (const [one, { at }] of keys) if (now - at > KEPT) keys.delete(one);
    if (!keys.has(write)) keys.set(write, { key: crypto.randomUUID(), at: now });
    return keys.get(write).key;
  }

  async function ask(tool, body, { key, isTest, signal }) {
    const signals = [AbortSignal.timeout(PATIENCE), ...(signal ? [signal] : [])];
    const response = await fetch(tool.url, {
      method: 'POST', redirect: 'error', credentials: 'same-origin', cache: 'no-store', body,
      headers: {
        'Content-Type': 'application/json', Accept: 'application/json', 'X-CSRFToken': token(),
        'X-Waggle-Page': '1', // a refusal is an answer, not an error for the console
        ...(key && { 'Idempotency-Key': key }),
        ...(isTest && { 'X-Waggle-Self-Test': '1' }),
      },
      signal: AbortSignal.any(signals),
    });
    const answer = await response.json();
    if (answer === null || typeof answer !== 'object') throw new TypeError('not an object');
    return { status: Number(response.headers.get('X-Waggle-Status') ?? response.status), answer };
  }

  // The page shows what a write did before its agent is told, unless nobody sees the page.
  // A listener of `site-tools:done` may pass a promise to `event.detail.waitFor`.
  async function refreshed(tool, answer) {
    const promises = [];
    const detail = { name: tool.name, answer, waitFor: promise => promises.push(promise) };
    document.dispatchEvent(new CustomEvent('site-tools:done', { detail }));
    if (!promises.length || document.hidden) return;
    const end = new AbortController();
    await Promise.race([
      Promise.allSettled(promises),
      new Promise(resolve => {
        setTimeout(resolve, REFRESH);
        document.addEventListener('visibilitychange', resolve, { signal: end.signal });
      }),
    ]);
    end.abort();
  }

  const say = (name, status, answer) => document.dispatchEvent(new CustomEvent('site-tools:called', {
    detail: { name, status, code: answer.error?.code ?? 'ok', at: Date.now() },
  }));

  function asJson(input) {
    try {
      return JSON.stringify(input ?? {});
    } catch {
      return undefined;
    }
  }

  async function call(tool, input, signal) {
    const body = asJson(input);
    const isTest = tested !== null && tested === `${tool.name} ${body}`;
    if (isTest) tested = null;
    if (body === undefined) return problem('INVALID_INPUT', 'The input is not plain JSON. Correct it.', false);
    const isWrite = !tool.annotations.readOnlyHint;
    const write = `${tool.url} ${body}`;
    const { status, answer } = await ask(tool, body, { key: isWrite && keyFor(write), isTest, signal }).catch(() => {
      signal?.throwIfAborted();
      return { status: 0, answer: lost(tool) };
    });
    if (status && status < 500) keys.delete(write); // a definite answer: the same input again is a new call
    if (!isTest) say(tool.name, status, answer);
    if (status === 401) document.dispatchEvent(new CustomEvent('site-tools:signed-out'));
    if (isWrite) await refreshed(tool, answer);
    return answer;
  }

  // The next call of this tool with this very input is the page's own; without a name, none is.
  call.announceTest = (name, input) => { tested = name ? `${name} ${JSON.stringify(input)}` : null; };
  call.isTestAhead = () => tested !== null;
  return call;
})();
