import type { Clock, Connection, Random, Navigation } from '../services/device';

const ALPHABET = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';

/**
 * Generates push keys like the database (8 characters of milliseconds, 12 random ones). Later keys sort behind earlier
 * ones, also within a millisecond and when the clock is set back. The SDK generates them too, but only while
 * connected.
 */
export function createPushKeys(now: () => number, below: (limit: number) => number): () => string {
  let lastTime = 0;
  let last: number[] = [];
  return () => {
    const isFull = last.every(digit => digit === 63);
    const time = Math.max(now(), isFull ? lastTime + 1 : lastTime);
    if (time > lastTime) last = Array.from({ length: 12 }, () => below(64));
    else last = follower(last);
    lastTime = time;
    let head = '';
    for (let rest = time, digit = 0; digit < 8; digit++, rest = Math.floor(rest / 64)) {
      head = ALPHABET[rest % 64]! + head;
    }
    return head + last.map(digit => ALPHABET[digit]!).join('');
  };
}

/** Adds one to a number given as base-64 digits, of which not all are 63. */
function follower(digits: number[]): number[] {
  const next = [...digits];
  let at = next.length - 1;
  while (next[at] === 63) next[at--] = 0;
  next[at]! += 1;
  return next;
}

export const createClock = (): Clock => ({
  now: Date.now,
  afterPaint: () =>
    new Promise(resolve => {
      const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work));
      // A hidden page paints nothing and runs no animation frames.
      if (document.hidden) setTimeout(resolve);
      // The second animation frame starts after the first one was painted.
      else
        requestAnimationFrame(() => requestAnimationFrame(() => whenIdle(() => resolve(), { timeout: 500 })));
    }),
  onWake(listener) {
    const woken = () => !document.hidden && listener();
    document.addEventListener('visibilitychange', woken);
    addEventListener('focus', woken);
    addEventListener('pageshow', woken);
    return () => {
      document.removeEventListener('visibilitychange', woken);
      removeEventListener('focus', woken);
      removeEventListener('pageshow', woken);
    };
  },
});

/** The connection state reported by the browser, corrected by `reached` when the server has answered. */
export function createConnection(): Connection & { reached(): void } {
  const listeners = new Set<(isOnline: boolean) => void>();
  const tell = (isOnline: boolean) => listeners.forEach(listener => listener(isOnline));
  addEventListener('online', () => tell(true));
  addEventListener('offline', () => tell(false));
  return {
    isOnline: () => navigator.onLine,
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reached: () => tell(true),
  };
}

/** The router's `navigate`, which the App component passes in with `bind`. */
export function createNavigation(): Navigation & { bind(go: Navigation['go']): void } {
  let navigate: Navigation['go'] = path => history.replaceState(null, '', path);
  return {
    path: () => location.pathname,
    go: (path, state) => navigate(path, state),
    bind: go => {
      navigate = go;
    },
  };
}

/** Random numbers of the device's cryptographic source. */
export function createRandom(now: () => number): Random {
  const below = (limit: number) => {
    // Values beyond the last multiple of `limit` are drawn again, so that all results are equally likely.
    const rounds = Math.floor(2 ** 32 / limit) * limit;
    const drawn = new Uint32Array(1);
    do crypto.getRandomValues(drawn);
    while (drawn[0]! >= rounds);
    return drawn[0]! % limit;
  };
  return { below, pushKey: createPushKeys(now, below) };
}
