// The checks of the panel, each by what the browser itself says. Counts are counted, never written.
(() => {
  const MOST_TOOLS = 12, MOST_WORDS = 500;
  const TEST = { name: 'get_project_brief', input: { max_items: 1, max_chars: 500 } };
  const yes = good => ({ good, said: good ? 'yes' : 'no' });
  const isThere = () => Boolean(document.modelContext?.registerTool);
  const parse = element => JSON.parse(element.textContent).tools;
  const manifest = page => parse(page.getElementById('site-tools'));

  // Another frame's tools are listed too; `window` is called `source` in newer browsers.
  const native = async () => (await document.modelContext.getTools())
    .filter(tool => (tool.source ?? tool.window ?? window) === window);

  const allowed = () => {
    const policy = document.featurePolicy;
    if (!policy?.features().includes('tools')) return { good: null, said: 'the browser does not say' };
    return yes(policy.allowsFeature('tools') !== false);
  };
  const listed = () => {
    const tools = manifest(document);
    const fit = tools.length <= MOST_TOOLS && tools.every(tool => tool.description.length <= MOST_WORDS);
    return { good: fit && tools.length > 0, said: `${tools.length} listed` };
  };
  const registered = async () => {
    const wanted = manifest(document).map(tool => tool.name);
    if (!isThere()) return { good: false, said: `0 of ${wanted.length}`, isFollowUp: true };
    const names = (await native()).map(tool => tool.name);
    const there = wanted.filter(name => names.includes(name)).length;
    return { good: there === wanted.length, said: `${there} of ${wanted.length}` };
  };
  const refused = () => {
    const errors = window.siteTools?.errors ?? [];
    return { good: errors.length === 0, said: errors.map(one => `${one.name}: ${one.error}`).join(', ') || 'none' };
  };

  const CHECKS = {
    api: () => yes(isThere()),
    registered,
    secure: () => yes(isSecureContext),
    cluster: () => yes(window.originAgentCluster === true),
    policy: allowed,
    top: () => yes(window === window.top),
    manifest: listed,
    refused,
    csrf: () => yes(Boolean(document.querySelector('meta[name=csrf-token]')?.content)),
  };

  const show = (name, { good, said, isFollowUp }) => {
    const row = document.querySelector(`[data-check="${name}"]`);
    if (!row) return;
    row.classList.toggle('is-good', good === true);
    row.classList.toggle('is-bad', good === false);
    row.querySelector('[data-said]').textContent = said;
    row.querySelector('[data-fix]').hidden = good !== false || Boolean(isFollowUp);
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
    if (!answer.ok) return { good: false, said: 'server not reached' };
    const now = manifest(new DOMParser().parseFromString(await answer.text(), 'text/html'));
    const mine = new Map(manifest(document).map(tool => [tool.name, tool.rev]));
    return yes(now.length === mine.size && now.every(tool => mine.get(tool.name) === tool.rev));
  };

  const execute = async tool => {
    siteToolsCall.announceTest(TEST.name, TEST.input);
    try {
      return await document.modelContext.executeTool(tool, TEST.input);
    } catch {
      return document.modelContext.executeTool(tool, JSON.stringify(TEST.input)); // before Chrome 155
    }
  };
  const selfTest = async () => {
    if (!document.modelContext?.executeTool) return 'Not possible: this browser has no site tools.';
    const tool = (await native()).find(one => one.name === TEST.name);
    if (!tool) return `Not possible: ${TEST.name} is not registered.`;
    const began = performance.now();
    const answer = JSON.parse(await execute(tool));
    const took = Math.round(performance.now() - began);
    if (answer.isError) return `Refused: ${answer.error.message}`;
    return `Answered in ${took} ms, as ${document.body.dataset.user}.`;
  };

  document.addEventListener('click', async event => {
    const button = event.target.closest('[data-self-test]');
    if (!button || button.disabled) return;
    const say = words => { document.querySelector('[data-tools="self-test"]').textContent = words; };
    button.disabled = true;
    say('Calling.');
    say(await selfTest().catch(error => `Failed: ${error.name}.`));
    show('current', await isCurrent().catch(() => ({ good: false, said: 'server not reached' })));
    count();
    button.disabled = false;
  });
  for (const name of ['site-tools:state', 'htmx:afterSettle']) document.addEventListener(name, look);
})();
