import { beforeAuthStateChanged, browserLocalPersistence, type Auth, type Persistence } from 'firebase/auth';
import { attempt } from '../../lib/attempt';

type StoredUser = {
  uid?: unknown;
  stsTokenManager?: { refreshToken?: string; accessToken?: string; expirationTime?: number };
} | null;

/** The methods of a persistence that the SDK calls; its public types omit them. */
interface SdkPersistence extends Persistence {
  _set(key: string, value: unknown): Promise<void>;
  _remove(key: string): Promise<void>;
  _addListener(key: string, listener: (value: unknown) => void): void;
}

/**
 * Protects a renewed session. When its tokens are refused, the SDK ends a session in all tabs; but a password change
 * revokes all except new tokens, which another tab may store within `otherTabMs`. So the newest token is checked first.
 */
export function createSessionKeeper(
  isRefused: (token: string) => Promise<boolean>,
  otherTabMs: number,
  base: Persistence = browserLocalPersistence,
) {
  let isWanted = false;
  let ended: string | undefined;
  let current: () => Auth['currentUser'] = () => null;

  /** True when the newest token is refused both now and after `otherTabMs`, and is still the newest. */
  const isOver = async (newest: () => string | undefined) => {
    let token: string | undefined;
    for (const waitMs of [0, otherTabMs]) {
      await new Promise(resolve => setTimeout(resolve, waitMs));
      token = newest();
      if (token && !(await isRefused(token))) return false;
    }
    return token === newest();
  };

  class SharedPersistence extends (base as unknown as new () => SdkPersistence) {
    readonly #listeners: ((value: unknown) => void)[] = [];

    /** Otherwise the SDK would replace its tokens by older ones from another tab while newer ones are being requested. */
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

    /** The SDK also removes its user where the first lookup of the account is refused, without calling `guard`. */
    override async _remove(key: string) {
      const token = refreshTokenOf(storedUser(key));
      const isEnd = isWanted || token === undefined || token === ended;
      // Without a network, a session cannot be found to have ended.
      if (isEnd || (await isOver(() => refreshTokenOf(storedUser(key))).catch(() => false)))
        return super._remove(key);
      this.#adopt(storedUser(key));
    }

    /** Makes the SDK read the stored user again, as if another tab had just stored it. */
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
    /** Ends the session without checking for a renewed one. */
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

/** True when both are tokens of one user from different sessions, and the stored one was issued later. */
function isNewer(stored: StoredUser, other: StoredUser): boolean {
  if (!stored || !other || stored.uid !== other.uid || refreshTokenOf(stored) === refreshTokenOf(other))
    return false;
  const [storedAt, otherAt] = [issuedAt(stored), issuedAt(other)];
  if (storedAt !== otherAt) return storedAt > otherAt;
  return (stored.stsTokenManager?.expirationTime ?? 0) > (other.stsTokenManager?.expirationTime ?? 0);
}

/** The token's time of issue in seconds, by the provider's clock; 0 for an unreadable token. */
function issuedAt(user: StoredUser): number {
  const [, body = ''] = user?.stsTokenManager?.accessToken?.split('.') ?? [];
  const decoded = () => JSON.parse(atob(body.replace(/-/g, '+').replace(/_/g, '/'))) as { iat?: number };
  return attempt(decoded)?.iat ?? 0;
}
