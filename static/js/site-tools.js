// Gives the page's tools to an agent in the browser, natively, as the server's manifest lists them.
// How a call is made: site-tools-call.js.
(() => {
  const ID = 'site-tools';
  const PATIENCE = 5_000; // milliseconds for the browser to register a tool
  const registered = new Map(); // name -> {rev, control}
  const bus = new BroadcastChannel(ID);
  const state = window.siteTools = { status: 'starting', tools: [], errors: [], lastCall: null, sync, stop };
  let queue = Promise.resolve();
  let distrusted = null; // a manifest that must not be registered again: its session has ended

  const tell = status => {
    if (status) state.status = status;
    state.tools = [...registered.keys()];
    document.dispatchEvent(new CustomEvent('site-tools:state', { detail: state }));
  };

  const source = () => document.getElementById(ID);
  const note = (name, error) => state.errors.push({ name, error: error.name, message: error.message });

  function manifest() {
    const element = source();
    if (!element || element === distrusted) return [];
    try {
      return JSON.parse(element.textContent).tools;
    } catch (error) {
      note(ID, error);
      return [];
    }
  }

  function drop(name) {
    const entry = registered.get(name);
    registered.delete(name);
    entry?.control.abort();
  }

  function stop(status = 'stopped') {
    distrusted = source();
    [...registered.keys()].forEach(drop);
    tell(status);
  }

  // A browser that never answers keeps nobody waiting: what follows has its turn.
  const late = () => new Promise((_, refuse) => {
    setTimeout(() => refuse(new DOMException('No answer.', 'TimeoutError')), PATIENCE);
  });

  async function register(tool) {
    const entry = { rev: tool.rev, control: new AbortController() };
    const { name, title, description, inputSchema, annotations } = tool;
    const execute = (input, options) => siteToolsCall(tool, input, options?.signal);
    registered.set(name, entry);
    try {
      await Promise.race([late(), document.modelContext.registerTool(
        { name, title, description, inputSchema, annotations, execute }, { signal: entry.control.signal })]);
    } catch (error) {
      if (registered.get(name) === entry) registered.delete(name);
      if (!entry.control.signal.aborted) note(name, error);
    }
  }

  // Each tool once, bound to the project of the page as it is now.
  async function align() {
    if (!document.modelContext?.registerTool) return tell('absent');
    state.errors = [];
    const wanted = new Map(manifest().map(tool => [tool.name, tool]));
    for (const [name, entry] of registered) if (wanted.get(name)?.rev !== entry.rev) drop(name);
    const missing = [...wanted.values()].filter(tool => !registered.has(tool.name));
    await Promise.all(missing.map(register));
    if (source() && source() === distrusted) return;
    tell(state.errors.length ? 'partial' : 'ready');
  }

  function inTurn(work) {
    queue = queue.then(work).catch(error => note(ID, error));
    return queue;
  }

  function sync() {
    return inTurn(align);
  }

  // A page out of the back/forward cache comes back with its tools, whoever has signed in or out since.
  async function recheck() {
    const answer = await fetch(location.href, {
      redirect: 'manual', cache: 'no-store', credentials: 'same-origin', headers: { Accept: 'text/html' },
    }).catch(() => null);
    if (answer?.type === 'opaqueredirect') return tell('signed_out');
    if (!answer?.ok) return tell('offline');
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
    if (fresh.body.dataset.user !== document.body.dataset.user) return location.reload();
    if (source() !== distrusted) return align(); // the person went on meanwhile
    adopt(fresh);
    distrusted = null;
    return align();
  }

  function adopt(fresh) {
    const [mine, theirs] = [source(), fresh.getElementById(ID)];
    if (mine) mine.textContent = theirs?.textContent ?? '{"tools": []}';
    const token = fresh.querySelector('meta[name=csrf-token]')?.content;
    if (token) document.querySelector('meta[name=csrf-token]')?.setAttribute('content', token);
  }

  addEventListener('pageshow', event => {
    if (!event.persisted) return;
    stop('checking');
    inTurn(recheck);
  });

  addEventListener('online', () => {
    if (state.status === 'offline') inTurn(recheck);
  });

  bus.addEventListener('message', event => {
    if (event.data === 'signed_out') stop('signed_out');
  });
  document.addEventListener('submit', event => {
    if (!event.target.matches('[data-sign-out]')) return;
    bus.postMessage('signed_out');
    stop('signed_out');
  });
  document.addEventListener('site-tools:signed-out', () => stop('signed_out'));
  document.addEventListener('site-tools:called', event => {
    state.lastCall = event.detail;
    tell();
  });

  for (const name of ['htmx:afterSettle', 'htmx:historyRestore']) document.addEventListener(name, sync);
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', sync, { once: true });
  else sync();
})();
