// One socket a page. Its events carry no words: each says that something moved, and the page fetches what
// that may have changed. What it shows is its place among the events: `data-seq`, from which it goes on when
// it was away.
(() => {
  const SOON = 20; // milliseconds: the events of one change come one after the other
  const REST = 300; // from one refresh to the next, or as long as the last one took
  const QUICKEST = 250, SLOWEST = 10_000; // to the next attempt
  const LOOK = 15_000; // a socket that was silent for so long is asked
  const OPENS = 10_000; // a socket that takes longer to open never will
  const PATIENCE = 5_000;
  const NOT_YOURS = 4403;
  const HERE = '{"type":"here"}';
  let socket, project, timer, due, asked, pause = QUICKEST, rested = 0;
  let isOpen = false, isBehind = false, isMissed = false;

  const seq = () => Number(document.body.dataset.seq);
  const tell = () => liveState.show(isOpen && !isBehind);

  // The first of many events counts, not the last: a stream of them puts nothing off.
  const soon = (wait = SOON) => {
    const at = Math.max(Date.now() + wait, rested);
    if (timer && due <= at) return;
    clearTimeout(timer);
    due = at;
    timer = setTimeout(look, at - Date.now());
  };
  const look = () => {
    timer = undefined;
    if (document.hidden) isMissed = true;
    else refresh();
  };
  const refresh = async () => {
    const began = Date.now();
    if (isBehind) livePage.miss();
    const outcome = await livePage.refresh();
    rested = Date.now() + Math.max(REST, Date.now() - began);
    if (outcome === 'refused') return end();
    if (outcome === 'later') return soon();
    isBehind = outcome === 'lost' || !isOpen;
    if (isOpen && isBehind) soon(later());
    else if (isOpen) pause = QUICKEST;
    tell();
  };
  // Pages that lost the same server do not all come back at the same instant.
  const later = () => {
    pause = Math.min(pause * 2, SLOWEST);
    return pause * (0.5 + Math.random() / 2);
  };

  // What comes next of a socket: something within that time, or else this.
  const expect = (wait, otherwise) => {
    clearTimeout(asked);
    asked = setTimeout(otherwise, wait);
  };
  const hear = ({ data }) => {
    expect(LOOK, ask);
    const event = JSON.parse(data);
    if (event.type === 'here' || event.seq <= seq()) return;
    if (event.type === 'reload') {
      document.body.dataset.seq = '';
      livePage.miss();
    } else livePage.hear(event);
    soon();
  };
  const connect = () => {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const mine = new WebSocket(`${scheme}://${location.host}/p/${project}/live/?after=${seq()}`);
    socket = mine;
    expect(OPENS, lose);
    mine.onopen = () => {
      expect(LOOK, ask);
      isOpen = true;
      // What a guide waits for may have no number, and may have come before there was a socket.
      const waits = document.getElementById('guide-steps');
      if (waits) livePage.hear({ type: 'tool.called' });
      if (isBehind || waits) look();
      tell();
    };
    mine.onmessage = message => { if (mine === socket) hear(message); };
    mine.onclose = ({ code }) => {
      if (mine !== socket) return;
      if (code === NOT_YOURS) return end();
      lose();
    };
  };
  // What came meanwhile and has no number, such as an agent's reading, is shown by fetching once more.
  const lose = () => {
    if (!isOpen) soon(); // the page itself may say why there is no socket
    leave();
    isBehind = true;
    tell();
    setTimeout(again, later());
  };
  const again = () => { if (!socket && project) connect(); };
  const leave = () => {
    const old = socket;
    socket = undefined;
    isOpen = false;
    clearTimeout(asked);
    old?.close();
  };
  const end = () => {
    leave();
    project = undefined;
    liveState.end();
  };

  // A machine that slept, or a network that changed, leaves a socket that is open and silent for ever.
  const ask = () => {
    if (!isOpen) return;
    socket.send(HERE);
    expect(PATIENCE, lose);
  };

  const follow = () => {
    const here = document.body.dataset.project;
    if (here && here === project) return;
    leave();
    livePage.arrive(false);
    project = here;
    isBehind = false;
    if (!project) return;
    connect();
    tell();
  };
  document.addEventListener('DOMContentLoaded', follow);
  document.addEventListener('htmx:afterSettle', ({ detail }) => {
    follow();
    if (detail.target === document.body && livePage.arrive(true)) soon();
  });

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return;
    ask();
    again();
    if (isMissed) refresh();
    isMissed = false;
  });
  addEventListener('offline', () => { if (socket) lose(); });
  addEventListener('online', again);
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || !project) return;
    leave();
    livePage.miss();
    refresh().then(again);
  });
  // A region that waited for its reader.
  const done = () => { if (livePage.isHeld()) soon(); };
  document.addEventListener('focusout', done);
  document.addEventListener('close', done, true);
  // After a tool's call the page shows its effect before the agent gets its answer.
  document.addEventListener('site-tools:done', event => {
    livePage.miss();
    event.detail?.waitFor?.(refresh());
  });
})();
