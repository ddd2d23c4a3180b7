import '../support/app/noComplaints';
import type { UnknownAction } from '@reduxjs/toolkit';
import { runSaga, stdChannel } from 'redux-saga';
import { fakeServices, userDataOf } from '../support/devices/fakeServices';
import { taskFields, taskRecord, shownTask } from '../support/app/operations';
import { startApp } from '../support/devices/startApp';
import { selectTasksIn } from '../support/app/selectTasksIn';
import { advance } from '../support/app/time';
import { createStore } from '../../src/app/store';
import { keepSession, messageOf } from '../../src/auth/authSagas';
import { awaitExpiry } from '../../src/auth/holdSagas';
import {
  selectFailure,
  selectNeedsSignIn,
  selectPhase,
  selectUser,
  loginRequested,
  registerRequested,
  selectIsEnding,
  signInAgainChosen,
  signOutRequested,
} from '../../src/auth/authSlice';
import { parseUserData } from '../../src/auth/session';
import { ServiceFailure } from '../../src/services/failure';
import { tasksRequested } from '../../src/tasks/tasksSlice';
import { taskSaveRequested } from '../../src/tasks/taskActions';

const START = Date.parse('2026-03-10T12:00:00.000Z');
const DAY_MS = 86_400_000;
const anna = { email: 'anna@example.org', password: 'open sesame' };

beforeEach(() => void jest.useFakeTimers({ now: START }));
afterEach(() => void jest.useRealTimers());

async function open(...options: Parameters<typeof fakeServices>) {
  const services = fakeServices(...options);
  const app = startApp(services);
  await advance(0);
  return {
    ...services,
    ...app,
    phase: () => selectPhase(app.getState()),
    user: () => selectUser(app.getState())?.id ?? null,
    failure: () => selectFailure(app.getState()),
    needsSignIn: () => selectNeedsSignIn(app.getState()),
  };
}
const signedIn = (userData = userDataOf('anna')) => open({ userData });

describe('At the start', () => {
  test('what cannot be restored is cleared', async () => {
    const { phase, session } = await signedIn({ ...userDataOf('anna'), expiryDate: 'soon' });
    expect([phase(), session.read()]).toEqual(['signedOut', null]);
  });

  const whole = { email: 'a@b.c', id: 'anna', expiryDate: '2026-03-10T12:00:00.001Z', token: 't' };
  test.each<[string, unknown]>([
    ['an expiry that is now', { ...whole, expiryDate: '2026-03-10T12:00:00.000Z' }],
    ['an expiry that is a number', { ...whole, expiryDate: START + 1000 }],
    ['no token', { ...whole, token: '' }],
    ['a token that is no text', { ...whole, token: 7 }],
    ['no id', { ...whole, id: undefined }],
    ...['a/b', 'a.b', 'a#b', 'a$b', 'a[b', 'a]b', 'a\u0001b', 'a\u007fb', ''].map((id): [string, unknown] => [
      `the id ${JSON.stringify(id)}`,
      { ...whole, id },
    ]),
    ['nothing', null],
  ])('userData with %s is none', (_what, stored) => {
    expect(parseUserData(JSON.stringify(whole), START)).toEqual(whole);
    expect(parseUserData(JSON.stringify(stored), START)).toBeNull();
  });

  test('broken JSON counts as no session, and never throws', () => {
    expect(parseUserData('{"email":', START)).toBeNull();
    expect(parseUserData(null, START)).toBeNull();
  });
});

describe('Signing in', () => {
  test('keeps the four values and nothing else, for two days', async () => {
    const { dispatch, phase, session } = await open();
    dispatch(loginRequested(anna));
    expect(phase()).toBe('signingIn');
    await advance(0);
    expect(phase()).toBe('signedIn');
    expect(session.kept()).toEqual({
      email: anna.email,
      id: 'anna',
      expiryDate: '2026-03-12T12:00:00.000Z',
      token: 'refresh-anna',
    });
    expect(session.isSignInUnderWay()).toBe(false);
  });

  test('up makes the account', async () => {
    const { dispatch, user, auth, phase } = await open();
    expect(phase()).toBe('signedOut');
    dispatch(registerRequested({ email: 'bert@example.org', password: ' with blanks ' }));
    expect(phase()).toBe('signingIn');
    await advance(0);
    expect([user(), auth.calls]).toEqual(['bert', ['signUp']]);
  });

  test.each([
    ['auth/invalid-credential', 'Username or password incorrect'],
    ['auth/wrong-password', 'Username or password incorrect'],
    ['auth/user-not-found', 'Username or password incorrect'],
    ['auth/invalid-login-credentials', 'Username or password incorrect'],
    ['auth/too-many-requests', 'To many requests, try again later'],
    ['auth/email-already-in-use', 'An account has registered with this email address, try signing in'],
    ['auth/user-disabled', 'An unknown error occurred. Pls check your network connection and try again'],
    [
      'auth/operation-not-allowed',
      'An unknown error occurred. Pls check your network connection and try again',
    ],
  ])('says of %s: %s', async (code, message) => {
    const isExplained = !message.startsWith('An unknown error');
    const expectedFailure = isExplained ? { message } : { message, code };
    const { dispatch, auth, failure, phase } = await open();
    auth.fail(new ServiceFailure('refused', code));
    dispatch(loginRequested(anna));
    await advance(0);
    expect([phase(), failure()]).toEqual(['signedOut', { form: 'login', ...expectedFailure }]);
    expect(messageOf(code)).toBe(message);
    dispatch(registerRequested(anna));
    await advance(0);
    expect(failure()).toEqual({ form: 'register', ...expectedFailure });
  });

  test('names no code when the network failed: the message says so', async () => {
    const { dispatch, auth, failure } = await open();
    auth.fail(new ServiceFailure('network', 'auth/network-request-failed'));
    dispatch(loginRequested(anna));
    await advance(0);
    expect(failure()).toEqual({
      form: 'login',
      message: 'An unknown error occurred. Pls check your network connection and try again',
    });
  });

  test('can be tried again after a failure; an unexpected error is reported', async () => {
    const services = fakeServices();
    const bugs: unknown[] = [];
    const dispatched: UnknownAction[] = [];
    const channel = stdChannel();
    const put = (action: UnknownAction) => (dispatched.push(action), channel.put(action));
    const getState = createStore().store.getState;
    runSaga({ channel, dispatch: put, getState, onError: bug => bugs.push(bug) }, keepSession, services);
    services.auth.fail(new TypeError('undefined is not a function'));
    put(loginRequested(anna));
    await advance(0);
    expect(dispatched.at(-1)).toMatchObject({
      payload: { message: expect.stringMatching(/^An unknown error/) },
    });
    expect(bugs).toEqual([new TypeError('undefined is not a function')]);
    services.auth.fail(null);
    put(loginRequested(anna));
    await advance(0);
    expect(services.session.kept()?.id).toBe('anna');
  });

  test('twice at once signs in once, and not again after the next sign-out', async () => {
    const { dispatch, auth, user } = await open();
    dispatch(loginRequested(anna));
    dispatch(loginRequested(anna));
    await advance(0);
    dispatch(signOutRequested());
    await advance(1000);
    expect(user()).toBeNull();
    expect(auth.calls.filter(call => call === 'signIn')).toHaveLength(1);
  });

  test('right after signing out works', async () => {
    const { dispatch, auth, user, session } = await signedIn();
    dispatch(signOutRequested());
    dispatch(loginRequested(anna));
    await advance(0);
    expect(user()).toBe('anna');
    expect(auth.calls).toEqual(['signOut', 'signIn']);
    expect(session.kept()?.id).toBe('anna');
  });
});

describe('A session ends', () => {
  test('on the very millisecond, and not one before', async () => {
    const { phase, session } = await signedIn();
    await advance(2 * DAY_MS - 1);
    expect(phase()).toBe('signedIn');
    await advance(1);
    expect([phase(), session.read()]).toEqual(['signedOut', null]);
  });

  test('no sooner when its expiry is further than a timer can wait', async () => {
    const userData = userDataOf('anna', 60 * DAY_MS);
    const waits = jest.spyOn(globalThis, 'setTimeout');
    const ended = runSaga({ dispatch: () => undefined }, awaitExpiry, fakeServices({ userData }), userData);
    await advance(60 * DAY_MS - 1);
    expect(ended.isRunning()).toBe(true);
    expect(Math.max(...waits.mock.calls.map(([, wait]) => wait ?? 0))).toBeLessThan(2 ** 31);
    waits.mockRestore();
    await advance(1);
    expect(ended.isRunning()).toBe(false);
  });

  test('not at its old expiry when the same user has signed in anew in another tab', async () => {
    const { phase, session } = await signedIn(userDataOf('anna', 60_000));
    session.signInUnnoticed(userDataOf('anna', 600_000));
    await advance(60_000);
    expect(phase()).toBe('signedIn');
    await advance(540_000);
    expect(phase()).toBe('signedOut');
  });

  test.each(['elsewhere', 'signInUnnoticed'] as const)(
    'at the expiry that another tab set earlier (%s)',
    async how => {
      const { phase, session, clock } = await signedIn(userDataOf('anna', 600_000));
      session[how](userDataOf('anna', 60_000));
      await advance(59_999);
      expect(phase()).toBe('signedIn');
      await advance(1);
      if (how === 'signInUnnoticed') clock.wake();
      await advance(0);
      expect(phase()).toBe('signedOut');
    },
  );

  test('when the page wakes from a sleep that was longer', async () => {
    const { phase, clock } = await signedIn();
    jest.setSystemTime(START + 3 * DAY_MS);
    expect(phase()).toBe('signedIn');
    clock.wake();
    await advance(0);
    expect(phase()).toBe('signedOut');
  });

  test('not by a provider that has nothing stored or cannot be asked: sign in again', async () => {
    const { phase, auth, needsSignIn } = await signedIn();
    auth.set('anna');
    await advance(0);
    expect(needsSignIn()).toBe(false);
    auth.fail(new ServiceFailure('network', 'auth/network-request-failed'));
    auth.set(null);
    await advance(0);
    expect([phase(), needsSignIn()]).toEqual(['signedIn', true]);
  });

  test('when another tab signed out while this one was frozen', async () => {
    const { phase, session, clock } = await signedIn();
    session.signInUnnoticed(null);
    await advance(1000);
    expect(phase()).toBe('signedIn');
    clock.wake();
    await advance(0);
    expect(phase()).toBe('signedOut');
  });

  test('and goes on as who signed in in another tab, without ending their session', async () => {
    const { user, session, auth, cache } = await signedIn();
    await cache.write('anna', 'tasks', {});
    session.elsewhere(userDataOf('bert'));
    await advance(0);
    expect([user(), session.kept()?.id]).toEqual(['bert', 'bert']);
    expect(auth.calls).not.toContain('signOut');
    expect([...cache.kept.keys()]).toEqual([]);
  });
});

describe('Near the end of a session', () => {
  const isEnding = ({ getState }: Awaited<ReturnType<typeof open>>) => selectIsEnding(getState());

  test('it is said once, ten minutes before', async () => {
    const app = await signedIn();
    await advance(2 * DAY_MS - 600_001);
    expect(isEnding(app)).toBe(false);
    await advance(1);
    expect(isEnding(app)).toBe(true);
    const { auth } = app.getState();
    app.clock.wake();
    await advance(0);
    expect(app.getState().auth).toBe(auth);
  });

  test('a tab follows another tab’s renewal, even unannounced, and warns of the next end', async () => {
    const app = await signedIn(userDataOf('anna', 300_000));
    expect(isEnding(app)).toBe(true);
    app.session.elsewhere({ ...userDataOf('anna', DAY_MS), email: 'ann@example.org' });
    await advance(0);
    expect([isEnding(app), selectUser(app.getState())!.email]).toEqual([false, 'ann@example.org']);
    await advance(DAY_MS - 60_000);
    expect(isEnding(app)).toBe(true);
    app.session.signInUnnoticed(userDataOf('anna', DAY_MS));
    app.clock.wake();
    await advance(0);
    expect([isEnding(app), app.phase()]).toEqual([false, 'signedIn']);
  });

  test('the provider is asked about the newest token', async () => {
    const { session, auth } = await signedIn();
    const asked: string[] = [];
    session.signInUnnoticed({ ...userDataOf('anna'), token: 'renewed' });
    const refusalOf = jest.spyOn(auth, 'refusalOf').mockImplementation(async token => {
      asked.push(token);
      return null;
    });
    auth.set(null);
    await advance(0);
    expect(asked).toEqual(['renewed']);
    refusalOf.mockRestore();
  });
});

describe('How a session ended, and the place where it did', () => {
  test.each<[string, (app: Awaited<ReturnType<typeof open>>) => unknown, string | null, kept?: string[]]>([
    ['its two days', () => advance(2 * DAY_MS), 'expired', ['anna']],
    ['Sign out', ({ dispatch }) => dispatch(signOutRequested()), null],
    ['Sign in again', ({ dispatch }) => dispatch(signInAgainChosen()), null, ['anna']],
    ['another tab', ({ session }) => session.elsewhere(null), 'elsewhere'],
    [
      'another tab that was the first to notice its two days',
      async ({ session }) => {
        jest.setSystemTime(START + 2 * DAY_MS);
        session.elsewhere(null);
      },
      'expired',
      ['anna'],
    ],
    ...(['revoked', 'disabled', 'deleted'] as const).map(
      (reason): [string, (app: Awaited<ReturnType<typeof open>>) => unknown, string] => [
        `the provider: ${reason}`,
        ({ auth }) => {
          auth.refuse(reason);
          auth.set(null);
        },
        reason,
      ],
    ),
  ])('is known after %s', async (_what, end, reason, kept = []) => {
    const app = await signedIn();
    await end(app);
    await advance(0);
    expect([app.phase(), app.getState().auth.endReason]).toEqual(['signedOut', reason]);
    expect([...app.returnPlaces.kept]).toEqual(kept);
    app.dispatch(loginRequested(anna));
    expect(app.getState().auth.endReason).toBeNull();
  });

  test('is known also when the two days ended before the page opened', async () => {
    const { getState, returnPlaces } = await signedIn(userDataOf('anna', -1));
    expect([getState().auth.endReason, [...returnPlaces.kept]]).toEqual(['expired', ['anna']]);
    const broken = await signedIn({ ...userDataOf('anna', -1), token: '' });
    expect([broken.getState().auth.endReason, [...broken.returnPlaces.kept]]).toEqual([null, []]);
  });

  test('is gone back to after the same person’s next sign-in, once, not after a reload', async () => {
    const { dispatch, returnPlaces } = await signedIn(userDataOf('anna', 1000));
    await advance(1000);
    dispatch(registerRequested({ email: 'bert@example.org', password: 'geheim' }));
    await advance(0);
    expect(returnPlaces.returned).toEqual([]);
    for (let times = 0; times < 2; times++) {
      dispatch(signOutRequested());
      await advance(0);
      dispatch(loginRequested(anna));
      await advance(0);
    }
    expect(returnPlaces.returned).toEqual(['anna']);
    const restored = fakeServices({ userData: userDataOf('anna') });
    restored.returnPlaces.keepPlace('anna');
    startApp(restored);
    await advance(0);
    expect(restored.returnPlaces.returned).toEqual([]);
  });
});

describe('Signing out', () => {
  test('works without network and leaves nothing on the device but what was never sent', async () => {
    const { dispatch, session, cache, auth, database, queue, connection, getState } = await open({
      userData: userDataOf('anna'),
      tasks: { k1: taskRecord(1) },
    });
    dispatch(tasksRequested());
    await advance(0);
    connection.set(false);
    database.fail({ at: 'before', kind: 'network' });
    dispatch(taskSaveRequested(shownTask(1), taskFields(), taskFields({ taskName: 'Unsent' })));
    await advance(0);
    dispatch(signOutRequested());
    await advance(0);
    expect([session.read(), [...cache.kept.keys()], auth.calls]).toEqual([null, [], ['signOut']]);
    expect([database.closings(), database.followers()]).toEqual([1, 0]);
    expect(await queue.all('anna')).toHaveLength(1);
    expect(getState().tasks).toMatchObject({ phase: 'idle', pending: {}, pendingCount: 0, items: {} });
  });

  test('forgets what became of the changes that were sent, and where the person was', async () => {
    const { dispatch, queue, returnPlaces } = await open({
      userData: userDataOf('anna'),
      tasks: { k1: taskRecord(1) },
    });
    returnPlaces.keepPlace('anna'); // as if another tab had stored a return place before this sign-in
    dispatch(tasksRequested());
    await advance(0);
    dispatch(taskSaveRequested(shownTask(1), taskFields(), taskFields({ taskName: 'Sent' })));
    await advance(0);
    expect(await queue.log('anna')).toMatchObject({ entries: [{ confirmedAt: expect.any(String) }] });
    dispatch(signOutRequested());
    await advance(0);
    expect(await queue.log('anna')).toEqual({ operations: [], entries: [] });
    expect([...returnPlaces.kept]).toEqual([]);
  });

  test('is done as well where the session ended while no page was open', async () => {
    const services = fakeServices({ userData: userDataOf('anna', -1) });
    await services.cache.write('anna', 'tasks', { k1: taskRecord(1) });
    expect(services.cache.kept.size).toBe(1);
    startApp(services);
    await advance(0);
    expect(services.cache.kept.size).toBe(0);
  });

  test('what was never sent goes on after the same user’s sign-in; nobody else sees it', async () => {
    const { dispatch, database, getState, auth } = await open({
      userData: userDataOf('anna'),
      tasks: { k1: taskRecord(1) },
    });
    database.fail({ at: 'before', kind: 'network' });
    dispatch(taskSaveRequested(shownTask(1), taskFields(), taskFields({ taskName: 'Unsent' })));
    await advance(0);
    dispatch(signOutRequested());
    await advance(0);
    dispatch(registerRequested({ email: 'bert@example.org', password: 'geheim' }));
    await advance(120_000);
    expect(database.writes).toEqual([]);
    expect(JSON.stringify(getState())).not.toContain('Unsent');
    dispatch(signOutRequested());
    await advance(0);
    dispatch(loginRequested(anna));
    await advance(0);
    expect(database.lists.tasks).toEqual({ k1: taskRecord(1, { taskName: 'Unsent' }) });
    expect(auth.calls).toEqual(['signOut', 'signUp', 'signOut', 'signIn']);
  });

  test('no late answer of the last user lands in the next one’s store', async () => {
    const { dispatch, database, getState, user } = await open({
      userData: userDataOf('anna'),
      tasks: { k1: taskRecord(1, { taskName: 'Anna’s' }) },
    });
    const answer = database.delayReads();
    dispatch(tasksRequested());
    await advance(0);
    dispatch(signOutRequested());
    await advance(0);
    dispatch(registerRequested({ email: 'bert@example.org', password: 'geheim' }));
    await advance(1000); // the time that a sign-in waits for the settings
    expect(user()).toBe('bert');
    answer();
    await advance(0);
    expect(selectTasksIn.personal(getState())).toEqual([]);
    expect(getState().tasks.phase).toBe('idle');
  });
});

describe('A stray session of the provider', () => {
  test('is ended once', async () => {
    const { auth } = await open();
    auth.set('stray');
    await advance(0);
    expect(auth.calls).toEqual(['signOut']);
    auth.set('stray again');
    await advance(0);
    expect(auth.calls).toEqual(['signOut']);
  });

  test('is not ended while a sign-in is under way in any tab', async () => {
    const { auth, session } = await open();
    session.beginSignIn();
    auth.set('elsewhere');
    await advance(0);
    expect(auth.calls).toEqual([]);
  });

  test('is not ended without a user, nor by a sign-in before the first answer', async () => {
    const { auth, dispatch, user } = await open();
    dispatch(loginRequested(anna));
    await advance(0);
    expect([user(), auth.calls]).toEqual(['anna', ['signIn']]);
    const empty = await open();
    empty.auth.set(null);
    await advance(0);
    expect(empty.auth.calls).toEqual([]);
  });
});

test('A sign-in in another tab opens this one too, also while this one was trying', async () => {
  const { session, user, dispatch, auth } = await open();
  session.elsewhere(userDataOf('anna'));
  await advance(0);
  expect(user()).toBe('anna');
  dispatch(signOutRequested());
  await advance(0);
  auth.fail(new ServiceFailure('refused', 'auth/invalid-credential'));
  dispatch(loginRequested(anna));
  session.elsewhere(userDataOf('bert'));
  await advance(0);
  expect(user()).toBe('bert');
});
