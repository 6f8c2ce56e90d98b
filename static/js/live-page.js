// The page as the server has it now: fetched from its own address, and its regions marked `data-live`
// taken over, except one that somebody is typing in: that one follows when they are done. Asked for are the
// regions that what was heard may have changed; a page that cannot be had in parts answers whole.
const livePage = (() => {
  const PATIENCE = 20_000; // milliseconds for the server to answer
  const OLD = 600_000; // until what the clock alone changes, such as "5 min ago", is fetched along
  const due = new Set(); // regions that show less than was heard
  const places = new WeakMap(); // region -> the event up to which it shows what happened
  let going, next, isHeld = false, isPressed = false, isAllDue = false, heard = 0, wholeAt = Date.now();

  // What an event may change: the regions whose `data-live` names its kind, and those that name none.
  const isTold = ({ dataset }, type) => !dataset.live || dataset.live.split(' ').includes(type.split('.')[0]);
  const hear = ({ type, seq }) => {
    heard = Math.max(heard, seq ?? 0);
    for (const region of document.querySelectorAll('[data-live]')) {
      if (isTold(region, type) && !(seq <= places.get(region))) due.add(region.id);
    }
  };
  const miss = () => { isAllDue = true; };
  // The regions to ask for, or undefined for the page.
  const take = () => {
    const ids = [...due].filter(id => document.getElementById(id));
    const isWhole = isAllDue || Date.now() - wholeAt > OLD;
    due.clear();
    isAllDue = false;
    return isWhole ? undefined : ids;
  };
  const giveBack = ids => {
    if (ids) ids.forEach(id => due.add(id));
    else miss();
  };

  // Words of a `data-draft` are put back by drafts.js, and ticks in a list by queue.js.
  const FIELDS = 'input:not([type=hidden], [type=checkbox]), textarea, select';
  const isChosen = ({ options, selectedIndex }) =>
    selectedIndex !== Math.max(0, [...options].findLastIndex(option => option.defaultSelected));
  const isFilled = field => !field.closest('[data-draft]')
    && (field.options ? isChosen(field) : field.value !== field.defaultValue);
  const isBusy = region => region.querySelector('dialog[open]')
    || region.contains(document.activeElement?.closest(FIELDS))
    || [...region.querySelectorAll(FIELDS)].some(isFilled);

  document.addEventListener('click', event => {
    const summary = event.target.closest('summary');
    if (summary) summary.parentElement.dataset.moved = '';
  });

  const takeOver = (page, before) => {
    const { seq = '', part } = page.body.dataset;
    isHeld = false;
    document.dispatchEvent(new CustomEvent('live:refreshing'));
    for (const region of document.querySelectorAll('[data-live]')) {
      const fresh = page.getElementById(region.id);
      if (!fresh || !region.isConnected) continue; // it may have gone with the region around it
      if (isBusy(region)) {
        due.add(region.id);
        isHeld = true;
        continue;
      }
      livePatch(region, fresh);
      places.set(region, Number(seq));
    }
    if (part === undefined) {
      wholeAt = Date.now();
      heard = Number(seq); // a database may have been set back
    }
    // Of what happened since a part was asked for, the regions beside it show nothing yet.
    document.body.dataset.seq = part === undefined ? seq : Math.max(document.body.dataset.seq, before);
    document.dispatchEvent(new CustomEvent('live:refreshed', { detail: page }));
  };

  const fetched = async (ids, before) => {
    const asked = location.href;
    const headers = { Accept: 'text/html', ...(ids && { 'X-Waggle-Regions': ids.join(' ') }) };
    const signal = AbortSignal.timeout(PATIENCE);
    // A list that somebody works through asks for the rows it has, not for what came since.
    const from = document.querySelector('[data-live-from]')?.dataset.liveFrom;
    const answer = await fetch(from ?? asked, { cache: 'no-store', headers, signal });
    const html = await answer.text();
    // Somebody who went on meanwhile is on another page: its regions are not these. And what
    // is taken away between press and release is never clicked.
    if (location.href !== asked || isPressed) return 'later';
    if (!answer.ok) return answer.status < 500 ? 'refused' : 'lost';
    const page = new DOMParser().parseFromString(html, 'text/html');
    if (['user', 'project'].some(name => page.body.dataset[name] !== document.body.dataset[name])) return 'refused';
    takeOver(page, before);
    return 'shown';
  };
  // 'shown'; 'later' where it came at a wrong moment; 'lost' without an answer; 'refused'.
  const bring = async () => {
    if (isPressed) return 'later';
    const ids = take(), before = heard;
    if (ids?.length === 0) {
      document.body.dataset.seq = Math.max(document.body.dataset.seq, before);
      return 'shown';
    }
    const outcome = await fetched(ids, before).catch(() => 'lost');
    if (outcome !== 'shown') giveBack(ids);
    return outcome;
  };

  // One at a time, and one more for all who ask meanwhile: it begins after they asked.
  const refresh = () => {
    if (going) return next ??= going.then(() => { next = undefined; return refresh(); });
    going = bring().finally(() => { going = undefined; });
    return going;
  };

  // Another button opens a menu, and its release is not told.
  addEventListener('pointerdown', ({ button }) => { isPressed = button === 0; }, true);
  for (const end of ['pointerup', 'pointercancel', 'dragend']) {
    addEventListener(end, () => { isPressed = false; }, true);
  }
  addEventListener('blur', () => { isPressed = false; }); // of the window alone: a press moves the focus

  // Another page may have been made before what was heard on the one before it.
  const arrive = isSameProject => {
    isAllDue = isSameProject && (isAllDue || due.size > 0 || Number(document.body.dataset.seq) < heard);
    due.clear();
    if (!isSameProject) heard = 0;
    wholeAt = Date.now();
    return isAllDue;
  };

  return { arrive, hear, miss, refresh, isHeld: () => isHeld };
})();
