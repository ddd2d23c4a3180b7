/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import { devToolsOf } from '../support/app/devTools';
import '../support/app/noComplaints';
import { fakeServices, userDataOf } from '../support/devices/fakeServices';
import { noteFields, taskFields, taskRecord, shownTask } from '../support/app/operations';
import { startApp } from '../support/devices/startApp';
import { advance } from '../support/app/time';
import {
  selectAnswer,
  selectFarewell,
  accountDeleteRequested,
  emailChangeRequested,
  passwordChangeRequested,
  passwordResetRequested,
  sessionExtendRequested,
  signOutEverywhereRequested,
  type Change,
} from '../../src/account/accountSlice';
import { selectPhase, selectUser } from '../../src/auth/authSlice';
import type { AuthService } from '../../src/services/auth';
import { ServiceFailure } from '../../src/services/failure';
import { tasksRequested } from '../../src/tasks/tasksSlice';
import { taskSaveRequested } from '../../src/tasks/taskActions';

const START = Date.parse('2026-03-10T12:00:00.000Z');
const PASSWORD = 'open sesame';
const network = new ServiceFailure('network', 'auth/network-request-failed');

beforeEach(() => void jest.useFakeTimers({ now: START }));
afterEach(() => void jest.useRealTimers());

async function open() {
  const services = fakeServices({
    userData: userDataOf('anna'),
    tasks: { k1: taskRecord(1) },
    notes: { n1: noteFields() },
  });
  const app = startApp(services);
  services.auth.set('anna');
  await advance(0);
  return {
    ...services,
    ...app,
    answer: (change: Change) => selectAnswer(app.getState(), change),
    phase: () => selectPhase(app.getState()),
    send: async (action: Parameters<typeof app.dispatch>[0]) => {
      app.dispatch(action);
      await advance(0);
    },
  };
}
const NEVER: [string, () => Parameters<Awaited<ReturnType<typeof open>>['dispatch']>[0], Change][] = [
  ['a new password', () => passwordChangeRequested('not mine', 'next secret'), 'password'],
  ['a new e-mail', () => emailChangeRequested('ann@example.org', 'not mine'), 'email'],
  ['signing out everywhere', () => signOutEverywhereRequested('not mine'), 'everywhere'],
  ['a deletion', () => accountDeleteRequested('not mine'), 'deletion'],
  ['two more days', () => sessionExtendRequested('not mine'), 'stay'],
];

test.each(NEVER)(
  'With a wrong password, or without network, %s changes nothing, and says why',
  async (_what, request, change) => {
    const { send, answer, auth, session, database, phase } = await open();
    const before = session.read();
    await send(request());
    expect(answer(change)).toMatchObject({
      phase: 'failed',
      message: 'Wrong password. Nothing was changed.',
    });
    expect([auth.calls, session.read(), database.writes, phase()]).toEqual([
      ['reauthenticate'],
      before,
      [],
      'signedIn',
    ]);
    auth.failAt('reauthenticate', network);
    await send(request());
    expect(answer(change).message).toBe('The server can’t be reached. Try again when you are online.');
    expect([auth.calls.length, phase()]).toEqual([2, 'signedIn']);
  },
);

test('A new password goes to the provider, and the session goes on with its new token', async () => {
  const { send, answer, auth, session, phase } = await open();
  const before = session.kept()!;
  await send(passwordChangeRequested(PASSWORD, 'next secret'));
  expect(answer('password').phase).toBe('done');
  expect(auth.accounts['anna@example.org']!.password).toBe('next secret');
  expect(session.kept()).toEqual({ ...before, token: 'refresh-anna-1' });
  expect(phase()).toBe('signedIn');
});

test('A new e-mail is the session’s from then on, whose expiry stays', async () => {
  const { send, session, getState, answer } = await open();
  const before = session.kept()!;
  await send(emailChangeRequested('ann@example.org', PASSWORD));
  expect(answer('email').message).toContain('Your email is now ann@example.org.');
  expect(session.kept()).toEqual({ ...before, email: 'ann@example.org', token: 'refresh-anna-1' });
  expect(selectUser(getState())!.email).toBe('ann@example.org');
});

test('An e-mail that must be confirmed first says so; the session keeps the old one', async () => {
  const services = fakeServices({ userData: userDataOf('anna') });
  const { dispatch, getState } = startApp({
    ...services,
    auth: { ...services.auth, changeEmail: async () => null } as never,
  });
  await advance(0);
  dispatch(emailChangeRequested('ann@example.org', PASSWORD));
  await advance(0);
  expect(selectAnswer(getState(), 'email').message).toMatch(/^Check your mail at ann@example.org:/);
  expect(services.session.kept()!.email).toBe('anna@example.org');
});

test.each<
  [string, keyof AuthService, () => Parameters<Awaited<ReturnType<typeof open>>['dispatch']>[0], Change]
>([
  ['password', 'changePassword', () => passwordChangeRequested(PASSWORD, 'next secret'), 'password'],
  ['e-mail', 'changeEmail', () => emailChangeRequested('ann@example.org', PASSWORD), 'email'],
])(
  'A changed %s whose answer was lost is proven; one that never arrived failed',
  async (_what, name, request, change) => {
    const lost = await open();
    lost.auth.failAt(name, network, true);
    await lost.send(request());
    expect(lost.answer(change).phase).toBe('done');
    expect(lost.session.kept()!.token).toBe('refresh-anna-1');

    const never = await open();
    never.auth.failAt(name, network);
    await never.send(request());
    expect(never.answer(change)).toMatchObject({
      phase: 'failed',
      message: 'The server can’t be reached. Try again when you are online.',
    });
  },
);

test('Signing out everywhere sets the same password, which ends all tokens', async () => {
  const { send, auth, session, phase, getState } = await open();
  await send(signOutEverywhereRequested(PASSWORD));
  expect(auth.calls).toEqual(['reauthenticate', 'changePassword', 'signOut']);
  expect(auth.accounts['anna@example.org']!.password).toBe(PASSWORD);
  expect([phase(), session.read()]).toEqual(['signedOut', null]);
  expect(selectFarewell(getState())).toBe('You are signed out everywhere.');
});

describe('Deleting the account', () => {
  test('takes the data first, then what is unsent, the drafts, the account; signs out', async () => {
    const { send, dispatch, auth, database, queue, returnPlaces, session, phase, getState } = await open();
    dispatch(tasksRequested());
    await advance(0);
    const refusal = { at: 'before', kind: 'refused' } as const;
    database.fail(refusal, refusal);
    dispatch(taskSaveRequested(shownTask(1), taskFields(), taskFields({ taskName: 'Unsent' })));
    await advance(0);
    expect(await queue.all('anna')).toHaveLength(1);
    await send(accountDeleteRequested(PASSWORD));
    expect(Object.values(database.lists).flatMap(Object.keys)).toEqual([]);
    expect(await queue.all('anna')).toEqual([]);
    expect(returnPlaces.cleared).toEqual(['anna']);
    expect(auth.calls).toEqual(['reauthenticate', 'deleteAccount', 'signOut']);
    expect(auth.accounts).toEqual({});
    expect([phase(), session.read()]).toEqual(['signedOut', null]);
    expect(selectFarewell(getState())).toBe('Your account and everything in it are deleted.');
  });

  test('that fails at the data has deleted nothing, nor what is unsent', async () => {
    const { send, answer, auth, database, returnPlaces, phase } = await open();
    database.fail({ at: 'before', kind: 'network' });
    await send(accountDeleteRequested(PASSWORD));
    expect(answer('deletion').message).toBe('The server can’t be reached. Try again when you are online.');
    expect([database.writes, returnPlaces.cleared, Object.keys(auth.accounts), phase()]).toEqual([
      [],
      [],
      ['anna@example.org'],
      'signedIn',
    ]);
  });

  test('that fails at the account says how far it came, and goes on from there', async () => {
    const { send, answer, auth, database, phase } = await open();
    auth.failAt('deleteAccount', new ServiceFailure('server', 'auth/internal-error'));
    await send(accountDeleteRequested(PASSWORD));
    expect(answer('deletion').message).toBe(
      'Your tasks and notes are deleted, but your account is not yet. The server is not answering. Try again in a moment.',
    );
    expect(Object.values(database.lists).flatMap(Object.keys)).toEqual([]);
    expect([Object.keys(auth.accounts), phase()]).toEqual([['anna@example.org'], 'signedIn']);
    await send(accountDeleteRequested(PASSWORD));
    expect([auth.accounts, phase()]).toEqual([{}, 'signedOut']);
  });

  test('whose last answer was lost is done', async () => {
    const { send, auth, phase, getState } = await open();
    auth.failAt('deleteAccount', network, true);
    await send(accountDeleteRequested(PASSWORD));
    expect([auth.accounts, phase()]).toEqual([{}, 'signedOut']);
    expect(selectFarewell(getState())).toBe('Your account and everything in it are deleted.');
  });
});

test('Staying signed in gives two days from now, and the old end passes', async () => {
  const { send, session, phase, getState } = await open();
  await advance(2 * 86_400_000 - 60_000);
  expect(getState().auth.isEnding).toBe(true);
  await send(sessionExtendRequested(PASSWORD));
  expect(getState().auth.isEnding).toBe(false);
  expect(session.kept()!.expiryDate).toBe('2026-03-14T11:59:00.000Z');
  await advance(2 * 86_400_000 - 1);
  expect([phase(), getState().auth.isEnding]).toEqual(['signedIn', true]);
  await advance(1);
  expect(phase()).toBe('signedOut');
});

test('An answer that comes after the end of the session lands nowhere', async () => {
  const { dispatch, send, session, getState } = await open();
  dispatch(passwordChangeRequested(PASSWORD, 'next secret'));
  session.elsewhere(null);
  await advance(0);
  expect([selectAnswer(getState(), 'password').phase, session.read()]).toEqual(['idle', null]);
  await send(passwordChangeRequested(PASSWORD, 'next secret')); // nobody is signed in any more
  expect(session.read()).toBeNull();
});

test('A signed-out user requests a new password; a refusal of all requests is shown', async () => {
  const services = fakeServices();
  const { dispatch, getState } = startApp(services);
  await advance(0);
  dispatch(passwordResetRequested({ email: 'anna@example.org' }));
  await advance(0);
  expect(services.auth.calls).toEqual(['requestReset anna@example.org']);
  expect(selectAnswer(getState(), 'reset')).toMatchObject({
    phase: 'done',
    message: expect.stringMatching(
      /^Ask the person who runs this server .*npm run users -- reset anna@example\.org$/s,
    ),
  });
  services.auth.fail(new ServiceFailure('refused', 'auth/too-many-requests'));
  dispatch(passwordResetRequested({ email: 'anna@example.org' }));
  await advance(0);
  expect(selectAnswer(getState(), 'reset')).toMatchObject({
    phase: 'failed',
    message: 'Too many tries. Wait 15 minutes, then try again.',
  });
  services.auth.fail(new ServiceFailure('refused', 'auth/operation-not-allowed'));
  dispatch(passwordResetRequested({ email: 'anna@example.org' }));
  await advance(0);
  expect(selectAnswer(getState(), 'reset')).toMatchObject({
    phase: 'failed',
    message: 'That did not work. Try again in a moment. (auth/operation-not-allowed)',
  });
});

test('No password is in anything that is recorded, and every recorded state is JSON', async () => {
  const app = await open();
  await app.send(passwordChangeRequested(PASSWORD, 'next secret'));
  await app.send(sessionExtendRequested('next secret'));
  await app.send(accountDeleteRequested('next secret'));
  const recorded = devToolsOf(app).getState();
  const text = JSON.stringify(recorded);
  expect(text).toContain(passwordChangeRequested.type);
  for (const secret of [PASSWORD, 'next secret', 'refresh-anna']) expect(text).not.toContain(secret);
  expect(app.auth.accounts).toEqual({}); // the account is gone: the provider received each password
  for (const { state } of recorded.computedStates)
    expect(JSON.parse(JSON.stringify(state))).toStrictEqual(state);
});
