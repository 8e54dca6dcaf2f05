// The stream of views. A phone that sleeps loses its connection without noticing, so the page watches the
// clock: the server sends something every two seconds.

const SILENCE = 5000;
const AGAIN = 700;
const AGAIN_IF_REFUSED = 5000;

/**
 * Follow the board for as long as the page is open.
 *
 * @param heard what to call: view(view) for each view, alive() when the connection or the board is back and
 *   nothing has changed, waiting() every two seconds while there is no board yet, lost(reason) once the
 *   connection is gone: 'full' if too many watch, 'join' if only phones that have joined may, or ''.
 * @return a function that asks again at once, such as when this phone has joined.
 */
export function follow(heard) {
  let source = null, alive = 0, watch = 0, again = 0, seen = '', gone = null;

  function open() {
    close();
    alive = Date.now();
    source = new EventSource(`/views?seen=${encodeURIComponent(seen)}`);
    source.addEventListener('view', event => {
      live();
      seen = event.lastEventId;
      heard.view(JSON.parse(event.data));
    });
    source.addEventListener('beat', () => {
      if (gone !== null && seen) heard.alive();
      live();
    });
    source.addEventListener('waiting', () => {
      live();
      gone = 'waiting';
      heard.waiting();
    });
    source.addEventListener('full', () => {
      lost('full');
      retry(AGAIN_IF_REFUSED);
    });
    source.addEventListener('join', () => {
      seen = '';
      lost('join');
      retry(AGAIN_IF_REFUSED);
    });
    source.onerror = () => {
      lost('');
      retry(AGAIN);
    };
    watch = setInterval(check, 1000);
  }

  function live() {
    alive = Date.now();
    gone = null;
  }

  function lost(reason) {
    if (gone !== reason) heard.lost(reason);
    gone = reason;
  }

  function close() {
    source?.close();
    source = null;
    clearInterval(watch);
    clearTimeout(again);
  }

  function retry(delay) {
    close();
    if (!document.hidden) again = setTimeout(open, delay);
  }

  /** A page that was asleep runs this late, and finds that it has heard nothing for too long. */
  function check() {
    if (Date.now() - alive <= SILENCE) return;
    lost('');
    open();
  }

  function wake() {
    if (document.hidden) return;
    const silent = Date.now() - alive;
    if (silent > SILENCE) lost('');
    if (source === null || silent > SILENCE / 2) open();
  }

  addEventListener('offline', () => {
    lost('');
    retry(AGAIN);
  });
  addEventListener('online', open);
  addEventListener('pageshow', wake);
  addEventListener('pagehide', close);
  document.addEventListener('visibilitychange', wake);
  document.addEventListener('resume', wake);
  open();
  return open;
}
