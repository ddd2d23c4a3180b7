/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import { createClock, createConnection, createNavigation } from '../../src/device/browser';
import { createSession } from '../../src/device/session';

const anna = { email: 'a@b.c', id: 'anna', expiryDate: '2026-03-12T12:00:00.000Z', token: 't' };

describe('The session’s storage', () => {
  let time = 0;
  beforeEach(() => {
    localStorage.clear();
    time = 1000;
  });
  afterEach(() => jest.restoreAllMocks());

  test('keeps just the four values under `userData`', () => {
    const session = createSession(() => time);
    expect(session.read()).toBeNull();
    session.write(anna);
    expect(JSON.parse(localStorage.getItem('userData')!)).toEqual(anna);
    expect(session.read()).toBe(localStorage.getItem('userData'));
    session.clear();
    expect(localStorage.length).toBe(0);
  });

  test('says in every tab that a sign-in is under way, for two minutes at most', () => {
    const [mine, theirs] = [createSession(() => time), createSession(() => time)];
    mine.beginSignIn();
    expect(theirs.isSignInUnderWay()).toBe(true);
    time += 119_999;
    expect(theirs.isSignInUnderWay()).toBe(true);
    time += 1;
    expect(theirs.isSignInUnderWay()).toBe(false);
    mine.beginSignIn();
    mine.endSignIn();
    expect(theirs.isSignInUnderWay()).toBe(false);
  });

  test.each([
    ['blocked', ['getItem', 'setItem', 'removeItem']],
    ['full', ['setItem']],
  ] as const)('works for this tab where it is %s', (_what, broken) => {
    for (const method of broken) {
      jest.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException('No', 'SecurityError');
      });
    }
    const session = createSession(() => time);
    session.write(anna);
    expect(JSON.parse(session.read()!)).toEqual(anna);
    session.beginSignIn();
    expect(session.isSignInUnderWay()).toBe(true);
    session.clear();
    expect(session.read()).toBeNull();
  });

  test('reports what another tab writes and clears, and nothing else', () => {
    const report = jest.fn();
    const stop = createSession(() => time).follow(report);
    dispatchEvent(new StorageEvent('storage', { key: 'drafts:anna:new' }));
    expect(report).not.toHaveBeenCalled();
    dispatchEvent(new StorageEvent('storage', { key: 'userData' }));
    dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(report).toHaveBeenCalledTimes(2);
    stop();
    dispatchEvent(new StorageEvent('storage', { key: 'userData' }));
    expect(report).toHaveBeenCalledTimes(2);
  });
});

describe('The clock', () => {
  const hide = (hidden: boolean) => jest.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  afterEach(() => jest.restoreAllMocks());

  test('reports when the page becomes visible, is focused or returns, not when it hides', () => {
    const woke = jest.fn();
    const stop = createClock().onWake(woke);
    document.dispatchEvent(new Event('visibilitychange'));
    dispatchEvent(new Event('focus'));
    dispatchEvent(new Event('pageshow'));
    expect(woke).toHaveBeenCalledTimes(3);
    hide(true);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(woke).toHaveBeenCalledTimes(3);
    hide(false);
    stop();
    document.dispatchEvent(new Event('visibilitychange'));
    dispatchEvent(new Event('focus'));
    dispatchEvent(new Event('pageshow'));
    expect(woke).toHaveBeenCalledTimes(3);
  });

  test('resolves after the next paint, and at once on a hidden page', async () => {
    await createClock().afterPaint();
    const frames = jest.spyOn(globalThis, 'requestAnimationFrame').mockImplementation(() => 0);
    hide(true);
    await createClock().afterPaint();
    expect(frames).not.toHaveBeenCalled();
  });
});

test('The connection reports the online state, and that the server was reached', () => {
  const connection = createConnection();
  const states: boolean[] = [];
  const stop = connection.follow(isOnline => states.push(isOnline));
  dispatchEvent(new Event('offline'));
  dispatchEvent(new Event('online'));
  connection.reached();
  stop();
  connection.reached();
  expect(states).toEqual([false, true, true]);
  expect(connection.isOnline()).toBe(navigator.onLine);
});

test('Navigation is the router’s once it is there, and the address bar’s before', () => {
  const navigation = createNavigation();
  navigation.go('/tasks/today');
  expect(navigation.path()).toBe('/tasks/today');
  const go = jest.fn();
  navigation.bind(go);
  navigation.go('/tasks/work');
  expect(go).toHaveBeenCalledWith('/tasks/work', undefined);
  expect(navigation.path()).toBe('/tasks/today');
});
