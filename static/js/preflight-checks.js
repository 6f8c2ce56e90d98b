// The checks of the panel, each by what the browser itself says. Counts are counted, never written.
// `fix`: which remedy, where it is not the check's own; none where another check has it.
(() => {
  const MOST_TOOLS = 12, MOST_WORDS = 500;
  const TEST = { name: 'get_project_brief', input: { max_items: 1, max_chars: 500 } };
  const NO_FIX = { fix: null };
  const UNREACHED = { good: false, said: 'server not reached', fix: 'unreached' };
  const WHY = { absent: null, starting: null, checking: null, signed_out: 'signed-out', offline: 'unreached', partial: 'partial' };
  const yes = good => ({ good, said: good ? 'yes' : 'no' });
  const isThere = () => Boolean(document.modelContext?.registerTool);
  const parse = element => JSON.parse(element.textContent).tools;
  const manifest = page => parse(page.getElementById('site-tools'));

  // Another frame's tools are listed too; `window` is called `source` in newer browsers.
  const native = async () => (await document.modelContext.getTools())
    .filter(tool => (tool.source ?? tool.window ?? window) === window);

  const offered = () => {
    const old = 'modelContext' in navigator ? 'outdated' : undefined;
    return { ...yes(isThere()), fix: isSecureContext ? old : 'untrusted' };
  };
  const clustered = () => ({ ...yes(window.originAgentCluster === true), ...(!isSecureContext && NO_FIX) });
  const allowed = () => {
    const policy = document.featurePolicy;
    if (!policy?.features().includes('tools')) return { good: null, said: 'the browser does not say' };
    return { ...yes(policy.allowsFeature('tools') !== false), ...(window !== window.top && NO_FIX) };
  };
  const listed = () => {
    const tools = manifest(document);
    const fit = tools.length <= MOST_TOOLS && tools.every(tool => tool.description.length <= MOST_WORDS);
    return { good: fit && tools.length > 0, said: `${tools.length} listed` };
  };
  // What this page registered and the browser holds: of the same name, another's may be there.
  const registered = async () => {
    const { tools: mine, status } = window.siteTools;
    const wanted = manifest(document).map(tool => tool.name);
    const held = document.modelContext?.getTools ? (await native().catch(() => [])).map(tool => tool.name) : mine;
    const there = wanted.filter(name => mine.includes(name) && held.includes(name)).length;
    return { good: there === wanted.length, said: `${there} of ${wanted.length}`, fix: WHY[status] };
  };
  const refused = () => {
    const errors = (window.siteTools?.errors ?? []).filter(one => one.name !== 'site-tools');
    const kinds = new Set(errors.map(one => one.error));
    const isElsewhere = !isSecureContext || (kinds.has('NotAllowedError') && allowed().good === false)
      || (kinds.has('SecurityError') && clustered().good === false);
    const fix = isElsewhere ? null : kinds.has('InvalidStateError') ? undefined : 'refused';
    return { good: errors.length === 0, said: errors.map(one => `${one.name}: ${one.error}`).join(', ') || 'none', fix };
  };

  const CHECKS = {
    api: offered,
    registered,
    secure: () => yes(isSecureContext),
    cluster: clustered,
    policy: allowed,
    top: () => yes(window === window.top),
    manifest: listed,
    refused,
    csrf: () => yes(Boolean(document.querySelector('meta[name=csrf-token]')?.content)),
  };

  const words = fix => document.querySelector(`[data-remedy="${fix}"]`)?.textContent ?? '';
  const show = (name, { good, said, fix }) => {
    const row = document.querySelector(`[data-check="${name}"]`);
    if (!row) return;
    row.classList.toggle('is-good', good === true);
    row.classList.toggle('is-bad', good === false);
    row.querySelector('[data-said]').textContent = said;
    const place = row.querySelector('[data-fix]');
    place.dataset.fix ||= place.textContent;
    place.textContent = fix === undefined ? place.dataset.fix : words(fix);
    place.hidden = good !== false || !place.textContent;
  };
  const count = () => {
    const rows = [...document.querySelectorAll('#tools .checks > .is-good, #tools .checks > .is-bad')];
    const bad = rows.filter(row => row.matches('.is-bad')).length;
    document.querySelector('[data-tools="passed"]').textContent = `${rows.length - bad} of ${rows.length} pass`;
    const more = document.querySelector('[data-checks]');
    if (more.querySelector('.is-bad')) more.open = true;
  };
  const look = async () => {
    if (!document.querySelector('[data-checks]')) return;
    for (const [name, check] of Object.entries(CHECKS)) {
      const found = await Promise.resolve().then(check).catch(error => ({ good: false, said: error.name }));
      show(name, found);
    }
    if (document.querySelector('[data-checks]')) count();
  };

  // What the server would list now, against what this page registered.
  const isCurrent = async () => {
    const answer = await fetch(location.href, { redirect: 'manual', cache: 'no-store', headers: { Accept: 'text/html' } });
    if (answer.type === 'opaqueredirect') return { good: false, said: 'signed out', fix: 'signed-out' };
    if (!answer.ok) return UNREACHED;
    const now = manifest(new DOMParser().parseFromString(await answer.text(), 'text/html'));
    const mine = new Map(manifest(document).map(tool => [tool.name, tool.rev]));
    return yes(now.length === mine.size && now.every(tool => mine.get(tool.name) === tool.rev));
  };

  const execute = async tool => {
    siteToolsCall.announceTest(TEST.name, TEST.input);
    try {
      return await document.modelContext.executeTool(tool, TEST.input);
    } catch (error) {
      if (!siteToolsCall.isTestAhead()) throw error;
      return await document.modelContext.executeTool(tool, JSON.stringify(TEST.input)); // before Chrome 155
    } finally {
      siteToolsCall.announceTest();
    }
  };
  const selfTest = async () => {
    if (window.siteTools?.status === 'signed_out') return 'Not possible: you are signed out.';
    if (!isThere()) return 'Not possible: there are no site tools here.';
    if (!document.modelContext.executeTool) return 'Not possible: this browser lets a page call no tool.';
    const tool = (await native()).find(one => one.name === TEST.name);
    if (!tool) return `Not possible: ${TEST.name} is not registered.`;
    const began = performance.now();
    const answer = JSON.parse(await execute(tool));
    const took = Math.round(performance.now() - began);
    if (answer.isError) return `${answer.error.code === 'NETWORK_ERROR' ? 'Failed' : 'Refused'}: ${answer.error.message}`;
    return `Answered in ${took} ms, as ${document.body.dataset.user}.`;
  };

  document.addEventListener('click', async event => {
    const button = event.target.closest('[data-self-test]');
    if (!button || button.disabled) return;
    const say = words => { document.querySelector('[data-tools="self-test"]').textContent = words; };
    button.disabled = true;
    say('Calling.');
    say(await selfTest().catch(error => `Failed: ${error.name}.`));
    show('current', await isCurrent().catch(() => UNREACHED));
    count();
    button.disabled = false;
  });
  for (const name of ['site-tools:state', 'htmx:afterSettle']) document.addEventListener(name, look);
})();
