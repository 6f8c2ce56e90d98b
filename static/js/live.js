// Events carry no words: a nudge makes the page fetch itself and take over its regions
// marked `data-live`, except one that somebody is typing in.
(() => {
  const SOON = 250, SLOWEST = 15000, NOT_YOURS = 4403;
  let socket, project, seq = 0, pause = 500, timer, current, missed = false, isPressed = false;

  const isBusy = region => region.querySelector('dialog[open]')
    || region.contains(document.activeElement?.closest('input:not([type=checkbox]), textarea, select'));

  const NAMES = ['id', 'href', 'name', 'value'];
  const twinOf = (element, region, next) => {
    const isAlike = one => NAMES.every(name => one.getAttribute(name) === element.getAttribute(name));
    const alike = place => [...place.querySelectorAll(element.localName)].filter(isAlike);
    const same = place => alike(place).filter(one => one.textContent === element.textContent);
    return same(next)[same(region).indexOf(element)] ?? same(next)[0]
      ?? (element.id || element.href ? alike(next)[0] : undefined);
  };
  // What a reader had in focus, opened or folded stays so in what takes its place.
  const replace = (region, next) => {
    const held = region.contains(document.activeElement) && document.activeElement;
    const moved = [...region.querySelectorAll('details[data-moved] > summary')];
    region.replaceWith(next);
    for (const summary of moved) {
      const fold = twinOf(summary, region, next)?.parentElement;
      if (!fold) continue;
      fold.open = summary.parentElement.open;
      fold.dataset.moved = '';
    }
    if (!held) return;
    const twin = held === region ? next : twinOf(held, region, next);
    (twin ?? document.getElementById('main')).focus({ preventScroll: true });
  };
  document.addEventListener('click', event => {
    const summary = event.target.closest('summary');
    if (summary) summary.parentElement.dataset.moved = '';
  });

  const takeOver = html => {
    const page = new DOMParser().parseFromString(html, 'text/html');
    for (const region of document.querySelectorAll('[data-live]')) {
      const fresh = page.getElementById(region.id);
      if (!fresh || isBusy(region)) continue;
      const next = document.importNode(fresh, true);
      replace(region, next);
      window.htmx?.process(next);
    }
    document.dispatchEvent(new CustomEvent('live:refreshed'));
  };
  const fetchPage = async () => {
    const headers = { Accept: 'text/html' };
    const asked = location.href;
    // A list that somebody works through asks for the rows it has, not for what came since.
    const from = document.querySelector('[data-live-from]')?.dataset.liveFrom;
    const answer = await fetch(from ?? asked, { redirect: 'manual', cache: 'no-store', headers });
    const html = answer.ok && await answer.text();
    // Somebody who went on meanwhile is on another page: its regions are not these. And what
    // is taken away between press and release is never clicked.
    if (location.href !== asked || isPressed) missed = true;
    else if (html) takeOver(html);
  };
  const refresh = () => {
    if (current) missed = true;
    current ??= fetchPage().catch(() => {}).finally(() => {
      current = undefined;
      if (missed) soon();
      missed = false;
    });
    return current;
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => { if (document.hidden) missed = true; else refresh(); }, SOON);
  };

  const hear = ({ data }) => {
    seq = Math.max(seq, JSON.parse(data).seq ?? 0);
    soon();
  };
  const connect = () => {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const mine = new WebSocket(`${scheme}://${location.host}/p/${project}/live/?after=${seq}`);
    socket = mine;
    mine.onopen = () => { pause = 500; };
    mine.onmessage = hear;
    mine.onclose = ({ code }) => {
      if (mine !== socket || code === NOT_YOURS) return;
      setTimeout(() => { if (mine === socket) connect(); }, pause);
      pause = Math.min(pause * 2, SLOWEST);
    };
  };
  const follow = () => {
    const { project: here, seq: fresh } = document.body.dataset;
    if (here === project) {
      seq = Math.max(seq, Number(fresh));
      return;
    }
    const old = socket;
    socket = undefined;
    old?.close();
    project = here;
    seq = Number(fresh);
    if (project) connect();
  };

  addEventListener('pointerdown', () => { isPressed = true; }, true);
  for (const end of ['pointerup', 'pointercancel', 'dragend', 'blur']) {
    addEventListener(end, () => { isPressed = false; }, true);
  }
  document.addEventListener('DOMContentLoaded', follow);
  document.addEventListener('htmx:afterSettle', follow);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || !missed) return;
    missed = false;
    refresh();
  });
  // After a tool's call the page shows its effect before the agent gets its answer.
  document.addEventListener('site-tools:done', event => event.detail?.waitFor?.(refresh()));
})();
