import '../support/app/noComplaints';
import { sendPending, backOff, type Together } from '../../src/sync/queue/sending/sendSagas';
import { keepSending } from '../../src/sync/queue/leader/leadSagas';
import { followQueue, hearDecisions } from '../../src/sync/queue/queueSagas';
import createSagaMiddleware from 'redux-saga';
import { combineReducers, configureStore, type UnknownAction } from '@reduxjs/toolkit';
import {
  requestChange,
  type NewOperation,
  type Operation,
  type operationBlocked,
  type Outcome,
} from '../../src/sync/operations';
import { storageFailed, operationsRead, queueSlice, sendingPaused } from '../../src/sync/queue/queueSlice';
import { openQueue } from '../../src/sync/queue/queue';
import { openMemoryStore } from '../../src/sync/queue/store/memoryStore';
import { ServiceFailure, type FailureKind } from '../../src/services/failure';
import { call, type Saga } from '../../src/lib/effects';
import { fakeClock, fakeConnection, fakeElection } from '../support/devices/fakeServices';
import { advance, fakeTime } from '../support/app/time';
import { times } from '../support/long';

const START = Date.parse('2026-03-10T12:00:00.000Z');
fakeTime(START);

const operation = (id: string, itemKey = id, userId = 'anna'): Operation => ({
  ...requestChange({ itemKey, kind: 'test/do', payload: {} }, { id }).payload,
  userId,
});
const coalesce = (_blocked: NewOperation, next: NewOperation) => next;

/** A tab with its queue; records the sent operations, and answers each as `answers` says for its itemKey. */
function openTab({ opened = openMemoryStore(), election = fakeElection() } = {}) {
  const sent: string[] = [];
  const actions: UnknownAction[] = [];
  const answers = new Map<string, () => Promise<Outcome>>();
  const done: Outcome = { type: 'confirmed' };
  const clock = fakeClock();
  const services = {
    queue: openQueue({ coalesce, store: opened }),
    election,
    connection: fakeConnection(),
    clock,
    random: { below: (limit: number) => limit / 2, pushKey: () => '' },
  };
  function* send({ id, itemKey }: Operation): Saga<Outcome> {
    sent.push(id);
    return yield* call(answers.get(itemKey) ?? (async () => done));
  }
  const bugs: unknown[] = [];
  const reducer = combineReducers({ queue: queueSlice.reducer });
  const sagas = createSagaMiddleware({ onError: bug => void bugs.push(bug) });
  const store = configureStore({
    reducer: (state: unknown, action: UnknownAction) => {
      actions.push(action);
      return reducer(state as never, action);
    },
    middleware: () => [sagas] as never,
  });
  return {
    ...services,
    store,
    sent,
    bugs,
    actions,
    send,
    start() {
      sagas.run(hearDecisions, services, 'anna');
      return sagas.run(keepSending, services, 'anna', send);
    },
    startSending: (together?: Together) => sagas.run(sendPending, services, 'anna', send, together),
    follow: () => sagas.run(followQueue, services, 'anna'),
    append: (...operations: Operation[]) =>
      Promise.all(operations.map(operation => services.queue.append(operation))),
    answer: (itemKey: string, answer: () => Promise<Outcome>) => answers.set(itemKey, answer),
    fail: (itemKey: string, kind: FailureKind, message = 'No') =>
      answers.set(itemKey, () => Promise.reject(new ServiceFailure(kind, kind, message))),
    recover: (itemKey: string) => answers.delete(itemKey),
    left: async () => (await services.queue.all('anna')).map(({ id }) => id),
  };
}

test('Operations of one item are sent in order, and items side by side', async () => {
  const { start, append, answer, sent, left } = openTab();
  let free = () => {};
  answer('slow', () => new Promise(resolve => (free = () => resolve({ type: 'confirmed' }))));
  await append(
    operation('s1', 'slow'),
    operation('s2', 'slow'),
    operation('q1', 'quick'),
    operation('q2', 'quick'),
  );
  start();
  await advance(0);
  expect(sent).toEqual(['s1', 'q1', 'q2']);
  free();
  await advance(0);
  expect(sent).toEqual(['s1', 'q1', 'q2', 's2']);
  expect(await left()).toEqual(['s2']);
});

test('At most six items are sent at once', async () => {
  const { start, append, answer, sent } = openTab();
  const items = Array.from({ length: 10 }, (_, at) => `item${at}`);
  items.forEach(itemKey => answer(itemKey, () => new Promise(() => undefined)));
  await append(...items.map(itemKey => operation(itemKey)));
  start();
  await advance(0);
  expect(sent).toHaveLength(6);
});

test('What is appended while its item is being sent follows without another push', async () => {
  const { start, append, answer, sent, left } = openTab();
  let free = () => {};
  answer('a', () => new Promise(resolve => (free = () => resolve({ type: 'confirmed' }))));
  start();
  await append(operation('1', 'a'));
  await advance(0);
  await append(operation('2', 'a'));
  free();
  await advance(0);
  expect(sent).toEqual(['1', '2']);
  free();
  await advance(0);
  expect(await left()).toEqual([]);
});

test('What is appended while its item turns out to be empty is sent', async () => {
  const opened = openMemoryStore();
  let isAppended = false;
  const tab = openTab({
    opened: {
      ...opened,
      async change(userId, itemKey, decide) {
        const isEmpty = tab.sent.length === 1 && (await opened.all(userId)).length === 0;
        const answer = await opened.change(userId, itemKey, decide);
        if (isEmpty && !isAppended) {
          isAppended = true;
          await tab.append(operation('2', 'a'));
        }
        return answer;
      },
    },
  });
  tab.start();
  await advance(0);
  await tab.append(operation('1', 'a'));
  await advance(0);
  expect(tab.sent).toEqual(['1', '2']);
});

describe('After a failure that may pass', () => {
  test.each<FailureKind>(['network', 'server', 'signIn', 'conflict'])(
    'the operation waits, and the failure is said (%s)',
    async kind => {
      const { start, append, fail, actions, left } = openTab();
      fail('a', kind);
      await append(operation('a'));
      start();
      await advance(0);
      expect(actions).toContainEqual(
        sendingPaused({ until: '2026-03-10T12:00:01.000Z', kind, message: 'No', failures: 1, failed: ['a'] }),
      );
      expect(await left()).toEqual(['a']);
    },
  );

  test('the pauses grow from a second to a minute', async () => {
    const { start, append, fail, sent } = openTab();
    fail('a', 'network');
    await append(operation('a'));
    start();
    await advance(0);
    const times: number[] = [];
    for (let seconds = 1; seconds <= 400; seconds++) {
      const before = sent.length;
      await advance(1000);
      if (sent.length > before) times.push(seconds);
    }
    expect(times).toEqual([1, 3, 7, 15, 31, 63, 123, 183, 243, 303, 363]);
  });

  test('the pauses are jittered by half to either side', () => {
    const at = (drawn: number) => ({ below: () => drawn, pushKey: () => '' });
    expect([backOff(0, at(0)), backOff(0, at(999))]).toEqual([500, 1499]);
    expect([backOff(20, at(0)), backOff(20, at(500))]).toEqual([30_000, 60_000]);
  });

  test.each([
    ['the network comes back', (tab: ReturnType<typeof openTab>) => tab.connection.set(true)],
    ['the page wakes', (tab: ReturnType<typeof openTab>) => tab.clock.wake()],
  ])('it is tried at once when %s', async (_what, act) => {
    const tab = openTab();
    tab.fail('a', 'network');
    await tab.append(operation('a'), operation('b'));
    tab.start();
    await advance(0);
    await advance(20_000);
    tab.recover('a');
    const before = tab.sent.length;
    act(tab);
    await advance(0);
    expect(tab.sent.length).toBe(before + 1);
    expect(await tab.left()).toEqual([]);
  });

  test('all rest while nothing gets through: one pause, and not a request for each item', async () => {
    const { start, append, fail, recover, sent, left } = openTab();
    const items = Array.from({ length: 300 }, (_, at) => `item${at}`);
    items.forEach(itemKey => fail(itemKey, 'network'));
    await append(...items.map(itemKey => operation(itemKey)));
    start();
    await advance(0);
    expect(sent.length).toBeLessThanOrEqual(6);
    await advance(60_000);
    expect(sent.length).toBeLessThanOrEqual(6 * 7);
    items.forEach(recover);
    await advance(90_000);
    expect(await left()).toEqual([]);
  });

  test('a new change is tried at once, and what gets through takes the others along', async () => {
    const { start, append, fail, recover, left } = openTab();
    const items = Array.from({ length: 30 }, (_, at) => `item${at}`);
    items.forEach(itemKey => fail(itemKey, 'network'));
    await append(...items.map(itemKey => operation(itemKey)));
    start();
    await advance(0);
    items.forEach(recover);
    await append(operation('new'));
    await advance(0);
    // The six failed operations wait for their back-off; the others are sent.
    expect(await left()).toHaveLength(6);
    await advance(2000);
    expect(await left()).toEqual([]);
  });

  test('a new change of an item that failed is tried at once, after the one before', async () => {
    const { start, append, fail, recover, sent } = openTab();
    fail('a', 'network');
    await append(operation('a1', 'a'));
    start();
    await advance(0);
    recover('a');
    await append(operation('a2', 'a'));
    await advance(0);
    expect(sent).toEqual(['a1', 'a1', 'a2']);
  });

  test('what failed before is not sent together with a later step of its item', async () => {
    const { startSending, append, fail, recover, sent } = openTab();
    const batches: string[][] = [];
    fail('a', 'network');
    await append({ ...operation('a1', 'a'), kind: 'test/other', changeId: 'x' });
    startSending({
      isJoined: ({ kind }) => kind === 'test/do',
      *send(operations): Saga<Outcome[]> {
        batches.push(operations.map(({ id }) => id));
        return yield* call(async () => operations.map(() => ({ type: 'confirmed' }) as const));
      },
    });
    await advance(0);
    recover('a');
    await append({ ...operation('b', 'b'), changeId: 'x' }, { ...operation('a2', 'a'), changeId: 'x' });
    await advance(20);
    expect(batches).toEqual([['b']]);
    expect(sent).toEqual(['a1', 'a1', 'a2']);
  });

  test('an item that the server cannot take does not hold up the others', async () => {
    const { start, append, fail, sent, left } = openTab();
    fail('bad', 'server');
    await append(operation('bad'), ...Array.from({ length: 20 }, (_, at) => operation(`good${at}`)));
    start();
    await advance(5000);
    expect(await left()).toEqual(['bad']);
    await append(operation('later'));
    await advance(0);
    expect(await left()).toEqual(['bad']);
    expect(sent.filter(id => id === 'bad').length).toBeGreaterThan(1);
  });
});

test('A refusal is blocked with its words, and the next of its item takes its place', async () => {
  const { start, append, fail, recover, queue, sent } = openTab();
  fail('a', 'refused', 'Too large for the server');
  await append(operation('1', 'a'));
  start();
  await advance(300_000);
  expect(sent).toEqual(['1']);
  expect(await queue.all('anna')).toMatchObject([{ status: 'blocked', reason: 'Too large for the server' }]);
  recover('a');
  await append(operation('2', 'a'));
  await advance(0);
  expect([sent, await queue.all('anna')]).toEqual([['1', '2'], []]);
});

test('A refusal, its retry, and an operation in its place are actions of their own', async () => {
  const { start, follow, append, answer, fail, recover, actions, queue } = openTab();
  follow();
  start();
  fail('a', 'refused');
  await append(operation('1', 'a'));
  await advance(0);
  recover('a');
  await queue.retry('anna', 'a');
  await advance(0);
  let refuse = () => {};
  const refused = new Promise<Outcome>(resolve => {
    refuse = () => resolve({ type: 'blocked', reason: 'No' });
  });
  answer('b', () => refused);
  await append(operation('2', 'b'), operation('3', 'b'));
  await advance(0);
  recover('b');
  refuse();
  await advance(0);
  const events = actions.filter(({ type }) => type.startsWith('test/')) as ReturnType<
    typeof operationBlocked
  >[];
  expect(
    events.map(({ type, payload }) => [type, ...('id' in payload ? [payload.id, payload.reason ?? ''] : [])]),
  ).toEqual([
    ['test/do/kept', '1', ''],
    ['test/do/blocked', '1', 'No'],
    ['test/do/retried', '1', ''],
    ['test/do/confirmed'],
    ['test/do/kept', '2', ''],
    ['test/do/kept', '3', ''],
    ['test/do/discarded', '2', ''],
    ['test/do/coalesced', '3', ''],
    ['test/do/confirmed'],
  ]);
});

test('A bug in a sender is loud, blocks its operation and goes on with the rest', async () => {
  const { start, append, answer, queue, bugs, sent } = openTab();
  answer('a', () => Promise.reject(new TypeError('undefined is not a function')));
  await append(operation('a'));
  start();
  await advance(0);
  await append(operation('b'));
  await advance(0);
  expect(bugs).toEqual([new TypeError('undefined is not a function')]);
  expect(await queue.all('anna')).toMatchObject([{ id: 'a', status: 'blocked', isAttempted: true }]);
  expect(sent).toEqual(['a', 'b']);
});

test('Only the tab whose turn it is sends; another takes over what was under way', async () => {
  const opened = openMemoryStore();
  const [mine, theirs] = [fakeElection(), fakeElection()];
  theirs.set(false);
  const first = openTab({ opened, election: mine });
  const second = openTab({ opened, election: theirs });
  let answerLate = (_: Outcome) => {};
  first.answer('a', () => new Promise(resolve => (answerLate = resolve)));
  first.start();
  second.start();
  await first.append(operation('a'), operation('b', 'a'));
  await advance(0);
  expect([first.sent, second.sent]).toEqual([['a'], []]);
  theirs.set(true);
  await advance(0);
  expect(second.sent).toEqual(['a', 'b']);
  mine.set(false);
  answerLate({ type: 'confirmed' });
  await first.append(operation('c'));
  await advance(0);
  expect(first.sent).toEqual(['a']);
  theirs.set(false);
  mine.set(true);
  await advance(0);
  expect(first.sent).toEqual(['a', 'c']);
  expect(await first.left()).toEqual([]);
});

test('Another user’s operations are neither shown nor sent', async () => {
  const { start, follow, queue, actions, sent } = openTab();
  await queue.append(operation('theirs', 'theirs', 'bert'));
  start();
  follow();
  await advance(0);
  await queue.append(operation('theirs, too', 'theirs', 'bert'));
  await advance(60_000);
  expect(sent).toEqual([]);
  expect(JSON.stringify(actions)).not.toContain('theirs');
});

test('What happens while the queue is read is told after it', async () => {
  const opened = openMemoryStore();
  let free = () => {};
  const slow = {
    ...opened,
    all: async (userId: string) => {
      const all = await opened.all(userId);
      await new Promise<void>(resolve => (free = resolve));
      return all;
    },
  };
  const { follow, append, actions } = openTab({ opened: slow });
  follow();
  await advance(0);
  await append(operation('a'));
  await advance(0);
  free();
  await advance(0);
  expect(actions.map(({ type }) => type).filter(type => !type.startsWith('@@'))).toEqual([
    operationsRead.type,
    'test/do/kept',
  ]);
});

test('A tab whose storage has failed sends what it has, and lets another one lead', async () => {
  const election = fakeElection();
  const stopped = jest.fn();
  const { start, append, sent, store } = openTab({
    election: { ...election, lead: (_userId, listener) => (listener(false), stopped) },
  });
  start();
  await append(operation('a'));
  await advance(0);
  expect([sent, stopped.mock.calls.length]).toEqual([[], 0]);
  (store.dispatch as (action: UnknownAction) => void)(storageFailed());
  await advance(0);
  expect([sent, stopped.mock.calls.length]).toEqual([['a'], 1]);
});

test('The queue is read again when the page wakes', async () => {
  const { follow, clock, actions } = openTab();
  follow();
  await advance(0);
  clock.wake();
  await advance(0);
  expect(actions.filter(({ type }) => type === operationsRead.type)).toHaveLength(2);
});

test('A queue that nobody waits for ends with its saga: nothing is sent after sign-out', async () => {
  const { start, append, sent } = openTab();
  const task = start();
  await advance(0);
  task.cancel();
  await append(operation('a'));
  await advance(300_000);
  expect(sent).toEqual([]);
});

const MANY = times(1000, 5000);
test('Thousands of items that wait are woken once each', async () => {
  const { startSending, append, sent, left } = openTab();
  await append(...Array.from({ length: MANY }, (_, at) => operation(`o${at}`)));
  startSending();
  await advance(0);
  await advance(0);
  expect([sent.length, await left()]).toEqual([MANY, []]);
});
