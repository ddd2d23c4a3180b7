import type { Clock, Connection, Random, SessionStorage } from '../services/device';
import type { Navigation } from '../services/navigation';
import { createPushKeys } from './pushKey';

const USER_DATA = 'userData';
const SIGN_IN_UNDER_WAY = 'daywall:signingIn';
const SIGN_IN_LASTS = 120_000;

/** `userData` in localStorage; what that does not take (blocked, full) is kept in memory for this tab. */
export function createSession(now: () => number): SessionStorage {
  const memory = new Map<string, string>();
  const get = (key: string) => {
    try {
      return memory.get(key) ?? localStorage.getItem(key);
    } catch {
      return memory.get(key) ?? null;
    }
  };
  const set = (key: string, value: string | null) => {
    memory.delete(key);
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    } catch {
      if (value !== null) memory.set(key, value);
    }
  };
  return {
    beginSignIn: () => set(SIGN_IN_UNDER_WAY, String(now() + SIGN_IN_LASTS)),
    endSignIn: () => set(SIGN_IN_UNDER_WAY, null),
    isSignInUnderWay: () => Number(get(SIGN_IN_UNDER_WAY) ?? 0) > now(),
    read: () => get(USER_DATA),
    write: userData => set(USER_DATA, JSON.stringify(userData)),
    clear: () => set(USER_DATA, null),
    follow(listener) {
      // key is null when all of it was cleared.
      const changed = ({ key }: StorageEvent) => (key === USER_DATA || key === null) && listener();
      addEventListener('storage', changed);
      return () => removeEventListener('storage', changed);
    },
  };
}

export const createClock = (): Clock => ({
  now: Date.now,
  afterPaint: () =>
    new Promise(resolve => {
      const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work));
      // A hidden page paints nothing and runs no animation frames.
      if (document.hidden) setTimeout(resolve);
      // The second frame begins when the first is on its way to the screen.
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

/** What the browser says of the network, and `reached`: the server was, which says more. */
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

/** The router's own `navigate`, once it is there: `bind` is called by the component that has it. */
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

/** The device's cryptographic source. */
export function createRandom(now: () => number): Random {
  const below = (limit: number) => {
    // Numbers of the last, incomplete round are drawn again, so that all are equally likely.
    const rounds = Math.floor(2 ** 32 / limit) * limit;
    const drawn = new Uint32Array(1);
    do crypto.getRandomValues(drawn);
    while (drawn[0]! >= rounds);
    return drawn[0]! % limit;
  };
  return { below, pushKey: createPushKeys(now, below) };
}
