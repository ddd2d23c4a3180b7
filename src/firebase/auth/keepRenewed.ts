import { beforeAuthStateChanged, browserLocalPersistence, type Auth, type Persistence } from 'firebase/auth';
import { attempt } from '../../lib/attempt';

type StoredUser = {
  uid?: unknown;
  stsTokenManager?: { refreshToken?: string; accessToken?: string; expirationTime?: number };
} | null;

/** The methods that the SDK calls of a persistence; its public types leave them out. */
interface SdkPersistence extends Persistence {
  _set(key: string, value: unknown): Promise<void>;
  _remove(key: string): Promise<void>;
  _addListener(key: string, listener: (value: unknown) => void): void;
}

/**
 * Keeps a renewed session. The SDK ends a session, in all tabs, when its tokens are refused. A changed password revokes
 * all but the new ones, which another tab may store within `hearsayMs`. The newest token is checked first; older
 * ones never replace it.
 */
export function createSessionKeeper(
  isRefused: (token: string) => Promise<boolean>,
  hearsayMs: number,
  base: Persistence = browserLocalPersistence,
) {
  let isWanted = false;
  let ended: string | undefined;
  let current: () => Auth['currentUser'] = () => null;

  /** True when the newest token is refused, now and after `hearsayMs`. */
  const isOver = async (newest: () => string | undefined) => {
    for (const waitMs of [0, hearsayMs]) {
      await new Promise(resolve => setTimeout(resolve, waitMs));
      const token = newest();
      if (token && !(await isRefused(token))) return false;
    }
    return true;
  };

  class SharedPersistence extends (base as unknown as new () => SdkPersistence) {
    readonly #listeners: ((value: unknown) => void)[] = [];

    /** The SDK would exchange its tokens for older ones that another tab stores while newer ones are on their way. */
    override _addListener(key: string, listener: (value: unknown) => void) {
      const listenUnlessOlder = (value: unknown) => {
        const own = current()?.toJSON() as StoredUser;
        if (!own || !isNewer(own, value as StoredUser)) listener(value);
      };
      this.#listeners.push(listenUnlessOlder);
      super._addListener(key, listenUnlessOlder);
    }

    override async _set(key: string, value: unknown) {
      if (isNewer(storedUser(key), value as StoredUser)) this.#adopt(storedUser(key));
      else await super._set(key, value);
    }

    /** The SDK removes its user also where the first lookup of the account is refused, without asking `guard`. */
    override async _remove(key: string) {
      const token = refreshTokenOf(storedUser(key));
      const isEnd = isWanted || token === undefined || token === ended;
      // Without network nobody says that the session is over.
      if (isEnd || (await isOver(() => refreshTokenOf(storedUser(key))).catch(() => false)))
        return super._remove(key);
      this.#adopt(storedUser(key));
    }

    /** Lets the SDK read the stored user, as if another tab had stored it just now. */
    #adopt(user: StoredUser) {
      for (const listener of this.#listeners) listener(user);
    }
  }

  return {
    persistence: SharedPersistence as unknown as Persistence,
    guard(auth: Auth) {
      current = () => auth.currentUser;
      beforeAuthStateChanged(auth, async next => {
        if (next !== null || isWanted) return;
        if (!(await isOver(() => auth.currentUser?.refreshToken))) throw new Error('The session was renewed');
        ended = auth.currentUser?.refreshToken;
      });
    },
    /** Ends the session without this check. */
    async wanted(end: () => Promise<void>) {
      isWanted = true;
      try {
        await end();
      } finally {
        isWanted = false;
      }
    },
  };
}

const storedUser = (key: string): StoredUser =>
  attempt(() => JSON.parse(localStorage.getItem(key) ?? 'null') as StoredUser) ?? null;

const refreshTokenOf = (user: StoredUser) => user?.stsTokenManager?.refreshToken;

/** True when both are tokens of one user from different sessions, and the stored ones were issued later. */
function isNewer(stored: StoredUser, other: StoredUser): boolean {
  if (!stored || !other || stored.uid !== other.uid || refreshTokenOf(stored) === refreshTokenOf(other))
    return false;
  const [storedAt, otherAt] = [issuedAt(stored), issuedAt(other)];
  if (storedAt !== otherAt) return storedAt > otherAt;
  return (stored.stsTokenManager?.expirationTime ?? 0) > (other.stsTokenManager?.expirationTime ?? 0);
}

/** Seconds, by the provider's clock; 0 for a token that cannot be read. */
function issuedAt(user: StoredUser): number {
  const [, body = ''] = user?.stsTokenManager?.accessToken?.split('.') ?? [];
  const decoded = () => JSON.parse(atob(body.replace(/-/g, '+').replace(/_/g, '/'))) as { iat?: number };
  return attempt(decoded)?.iat ?? 0;
}
