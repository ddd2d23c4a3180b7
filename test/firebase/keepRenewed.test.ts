/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import type { Auth, Persistence } from 'firebase/auth';
import { createSessionKeeper } from '../../src/firebase/auth/keepRenewed';

const KEY = 'firebase:authUser:key:[DEFAULT]';
const NOON_S = 1_700_000_000;

/** A user as the SDK stores it: a refresh token, and an ID token issued so many seconds after noon. */
const user = (refreshToken: string, issuedAfterS: number, uid = 'anna') => {
  const iat = NOON_S + issuedAfterS;
  const accessToken = `head.${Buffer.from(JSON.stringify({ iat })).toString('base64url')}.sign`;
  return { uid, stsTokenManager: { refreshToken, accessToken, expirationTime: (iat + 3600) * 1000 } };
};
type Opened = {
  _set(key: string, value: unknown): Promise<void>;
  _remove(key: string): Promise<void>;
  _addListener(key: string, listener: (value: unknown) => void): void;
};

/** The SDK's persistence in localStorage, which its build for Node does not have. */
class InLocalStorage {
  async _set(key: string, value: unknown) {
    localStorage.setItem(key, JSON.stringify(value));
  }
  async _remove(key: string) {
    localStorage.removeItem(key);
  }
  _addListener(_key: string, listener: (value: unknown) => void) {
    storage = listener;
  }
}
let storage: (value: unknown) => void;
const base = InLocalStorage as unknown as Persistence;

/** A tab whose provider refuses these refresh tokens. */
function openTab(...refused: string[]) {
  const keeper = createSessionKeeper(token => Promise.resolve(refused.includes(token)), 1, base);
  const tab = new (keeper.persistence as unknown as new () => Opened)();
  const reported: unknown[] = [];
  tab._addListener(KEY, value => reported.push(value));
  return { ...keeper, tab, reported };
}
const store = (value: unknown) => localStorage.setItem(KEY, JSON.stringify(value));
const stored = () => JSON.parse(localStorage.getItem(KEY) ?? 'null') as unknown;

afterEach(() => localStorage.clear());

describe('A session that another tab has renewed', () => {
  const before = user('before', 0);
  const renewed = user('renewed', 60);

  it('is not overwritten by older tokens of the same user, which the tab exchanges', async () => {
    const { tab, reported } = openTab('before');
    store(renewed);
    await tab._set(KEY, before);
    expect(stored()).toEqual(renewed);
    expect(reported).toEqual([renewed]);
  });

  it.each([
    ['newer tokens', user('newer', 120)],
    ['tokens of the same session', user('renewed', 30)],
    ['another user', user('bert', 0, 'bert')],
  ])('is replaced by %s', async (_, next) => {
    const { tab, reported } = openTab();
    store(renewed);
    await tab._set(KEY, next);
    expect(stored()).toEqual(next);
    expect(reported).toEqual([]);
  });

  it('stays when the tab’s own tokens are refused at its first look-up', async () => {
    const { tab, reported } = openTab('before');
    store(renewed);
    await tab._remove(KEY);
    expect(stored()).toEqual(renewed);
    expect(reported).toEqual([renewed]);
  });

  it('keeps the tokens that this tab just got when another tab stores older ones', () => {
    const { guard, reported } = openTab();
    const currentUser = { toJSON: () => renewed };
    guard({ currentUser, beforeAuthStateChanged: () => () => undefined } as unknown as Auth);
    storage(before);
    expect(reported).toEqual([]);
    storage(user('newer', 120));
    expect(reported).toEqual([user('newer', 120)]);
  });

  it('stays when its tokens come a moment after the refusal', async () => {
    const { tab } = openTab('before');
    store(before);
    const removed = tab._remove(KEY);
    store(renewed);
    await removed;
    expect(stored()).toEqual(renewed);
  });
});

describe('A session whose new tokens come while the provider is asked about its old ones', () => {
  const [before, renewed] = [user('before', 0), user('renewed', 60)];

  it('stays in storage', async () => {
    let asked = 0;
    const isRefused = async () => {
      if (++asked === 2) store(renewed);
      return true;
    };
    const { persistence } = createSessionKeeper(isRefused, 1, base);
    const tab = new (persistence as unknown as new () => Opened)();
    store(before);
    await tab._remove(KEY);
    expect(stored()).toEqual(renewed);
  });

  it('is not ended in the tab, nor removed as the one that is over', async () => {
    const currentUser = { refreshToken: 'before' };
    let asked = 0;
    const isRefused = async (token: string) => {
      if (++asked === 2) currentUser.refreshToken = 'renewed';
      return token === 'before';
    };
    const { guard, persistence } = createSessionKeeper(isRefused, 1, base);
    let end: (next: null) => unknown = () => undefined;
    const beforeAuthStateChanged = (listener: typeof end) => {
      end = listener;
      return () => undefined;
    };
    guard({ currentUser, beforeAuthStateChanged } as unknown as Auth);
    await expect(end(null)).rejects.toThrow('renewed');
    store(renewed);
    await new (persistence as unknown as new () => Opened)()._remove(KEY);
    expect(stored()).toEqual(renewed);
  });
});

describe('A session', () => {
  it('ends when the provider refuses its newest tokens', async () => {
    const { tab } = openTab('before');
    store(user('before', 0));
    await tab._remove(KEY);
    expect(stored()).toBeNull();
  });

  it('ends at once when the user signs out, whatever the provider says', async () => {
    const { tab, wanted } = openTab();
    store(user('before', 0));
    await wanted(() => tab._remove(KEY));
    expect(stored()).toBeNull();
  });

  it('stays when nobody can say whether it is over', async () => {
    const { persistence } = createSessionKeeper(() => Promise.reject(new Error('offline')), 1, base);
    const tab = new (persistence as unknown as new () => Opened)();
    store(user('before', 0));
    await tab._remove(KEY);
    expect(stored()).toEqual(user('before', 0));
  });
});
