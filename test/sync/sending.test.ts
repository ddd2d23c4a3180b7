import '../support/noComplaints';
import { sendLanes, pauseAfter } from '../../src/sync/sendSagas';
import { followOutbox, keepSending } from '../../src/sync/queueSagas';
import createSagaMiddleware from 'redux-saga';
import { configureStore, type UnknownAction } from '@reduxjs/toolkit';
import type { NewOperation, Operation, Outcome } from '../../src/sync/operations';
import { openOutbox } from '../../src/sync/queue';
import { openMemoryShelf } from '../../src/sync/operationStore';
import { ServiceFailure, type FailureKind } from '../../src/services/failure';
import { call, type Saga } from '../../src/lib/effects';
import { deliveryFailed } from '../../src/sync/operations';
import { fakeClock, fakeConnection, fakeElection } from '../support/fakeServices';

const START = Date.parse('2026-03-10T12:00:00.000Z');
beforeEach(() => void jest.useFakeTimers({ now: START }));
afterEach(() => void jest.useRealTimers());
const pass = (milliseconds = 0) => jest.advanceTimersByTimeAsync(milliseconds);

const operation = (id: string, lane = id): NewOperation => ({ id, lane, kind: 'test/do', payload: {} });
const giveWay = (_held: NewOperation, next: NewOperation) => next;

/** One tab with its queue; what it sends is written down, and answered as `answers` says by lane. */
function openTab({ shelf = openMemoryShelf(), election = fakeElection() } = {}) {
  const sent: string[] = [];
  const actions: UnknownAction[] = [];
  const answers = new Map<string, () => Promise<Outcome>>();
  const done: Outcome = { type: 'done', result: null };
  const clock = fakeClock();
  const services = {
    outbox: openOutbox({ giveWay, now: clock.now, shelf }),
    election,
    connection: fakeConnection(),
    clock,
    random: { below: (limit: number) => limit / 2, pushKey: () => '' },
  };
  function* send({ id, lane }: Operation): Saga<Outcome> {
    sent.push(id);
    return yield* call(answers.get(lane) ?? (async () => done));
  }
  const bugs: unknown[] = [];
  const sagas = createSagaMiddleware({ onError: bug => void bugs.push(bug) });
  const store = configureStore({
    reducer: (_state: null = null, action: UnknownAction) => (actions.push(action), null),
    middleware: () => [sagas] as never,
  });
  return {
    ...services,
    store,
    sent,
    bugs,
    actions,
    send,
    start: () => sagas.run(keepSending, services, 'anna', send),
    startLanes: () => sagas.run(sendLanes, services, 'anna', send),
    follow: () => sagas.run(followOutbox, services, 'anna'),
    append: (...operations: NewOperation[]) =>
      Promise.all(operations.map(one => services.outbox.append('anna', one))),
    answer: (lane: string, answer: () => Promise<Outcome>) => answers.set(lane, answer),
    fail: (lane: string, kind: FailureKind, message = 'No') =>
      answers.set(lane, () => Promise.reject(new ServiceFailure(kind, kind, message))),
    recover: (lane: string) => answers.delete(lane),
    left: async () => (await services.outbox.open('anna')).map(({ id }) => id),
  };
}

test('Operations of one lane are sent in order, one after the other, and lanes side by side', async () => {
  const { start, append, answer, sent, left } = openTab();
  let free = () => {};
  answer('slow', () => new Promise(resolve => (free = () => resolve({ type: 'done' }))));
  await append(
    operation('s1', 'slow'),
    operation('s2', 'slow'),
    operation('q1', 'quick'),
    operation('q2', 'quick'),
  );
  start();
  await pass();
  expect(sent).toEqual(['s1', 'q1', 'q2']);
  free();
  await pass();
  expect(sent).toEqual(['s1', 'q1', 'q2', 's2']);
  expect(await left()).toEqual(['s2']);
});

test('At most six lanes are on their way at once', async () => {
  const { start, append, answer, sent } = openTab();
  const lanes = Array.from({ length: 10 }, (_, at) => `lane${at}`);
  lanes.forEach(lane => answer(lane, () => new Promise(() => undefined)));
  await append(...lanes.map(lane => operation(lane)));
  start();
  await pass();
  expect(sent).toHaveLength(6);
});

test('What is appended while its lane is on its way follows without another push', async () => {
  const { start, append, answer, sent, left } = openTab();
  let free = () => {};
  answer('a', () => new Promise(resolve => (free = () => resolve({ type: 'done' }))));
  start();
  await append(operation('1', 'a'));
  await pass();
  await append(operation('2', 'a'));
  free();
  await pass();
  expect(sent).toEqual(['1', '2']);
  free();
  await pass();
  expect(await left()).toEqual([]);
});

test('What is appended in the instant in which its lane turned out to be empty is not left lying', async () => {
  const shelf = openMemoryShelf();
  let isAppended = false;
  const tab = openTab({
    shelf: {
      ...shelf,
      async change(userId, lane, decide) {
        const isEmpty = tab.sent.length === 1 && (await shelf.lane(userId, lane)).length === 0;
        const answer = await shelf.change(userId, lane, decide);
        if (isEmpty && !isAppended) {
          isAppended = true;
          await tab.append(operation('2', 'a'));
        }
        return answer;
      },
    },
  });
  tab.start();
  await pass();
  await tab.append(operation('1', 'a'));
  await pass();
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
      await pass();
      expect(actions).toContainEqual(deliveryFailed({ kind }));
      expect(await left()).toEqual(['a']);
    },
  );

  test('the pauses grow from a second to a minute', async () => {
    const { start, append, fail, sent } = openTab();
    fail('a', 'network');
    await append(operation('a'));
    start();
    await pass();
    const times: number[] = [];
    for (let seconds = 1; seconds <= 400; seconds++) {
      const before = sent.length;
      await pass(1000);
      if (sent.length > before) times.push(seconds);
    }
    expect(times).toEqual([1, 3, 7, 15, 31, 63, 123, 183, 243, 303, 363]);
  });

  test('the pauses are jittered by half to either side', () => {
    const at = (drawn: number) => ({ below: () => drawn, pushKey: () => '' });
    expect([pauseAfter(0, at(0)), pauseAfter(0, at(999))]).toEqual([500, 1499]);
    expect([pauseAfter(20, at(0)), pauseAfter(20, at(500))]).toEqual([30_000, 60_000]);
  });

  test.each([
    ['the network comes back', (tab: ReturnType<typeof openTab>) => tab.connection.set(true)],
    ['the page wakes', (tab: ReturnType<typeof openTab>) => tab.clock.wake()],
  ])('it is tried at once when %s', async (_what, happens) => {
    const tab = openTab();
    tab.fail('a', 'network');
    await tab.append(operation('a'), operation('b'));
    tab.start();
    await pass();
    await pass(20_000);
    tab.recover('a');
    const before = tab.sent.length;
    happens(tab);
    await pass();
    expect(tab.sent.length).toBe(before + 1);
    expect(await tab.left()).toEqual([]);
  });

  test('all rest while nothing gets through: one pause, and not a request for each lane', async () => {
    const { start, append, fail, recover, sent, left } = openTab();
    const lanes = Array.from({ length: 300 }, (_, at) => `lane${at}`);
    lanes.forEach(lane => fail(lane, 'network'));
    await append(...lanes.map(lane => operation(lane)));
    start();
    await pass();
    expect(sent.length).toBeLessThanOrEqual(6);
    await pass(60_000);
    expect(sent.length).toBeLessThanOrEqual(6 * 7);
    lanes.forEach(recover);
    await pass(90_000);
    expect(await left()).toEqual([]);
  });

  test('a new change is tried at once, and what gets through takes the others along', async () => {
    const { start, append, fail, recover, left } = openTab();
    const lanes = Array.from({ length: 30 }, (_, at) => `lane${at}`);
    lanes.forEach(lane => fail(lane, 'network'));
    await append(...lanes.map(lane => operation(lane)));
    start();
    await pass();
    lanes.forEach(recover);
    await append(operation('new'));
    await pass();
    // The six that failed themselves wait for the end of the pause, the rest is through.
    expect(await left()).toHaveLength(6);
    await pass(2000);
    expect(await left()).toEqual([]);
  });

  test('an item that the server cannot take does not hold up the others', async () => {
    const { start, append, fail, sent, left } = openTab();
    fail('bad', 'server');
    await append(operation('bad'), ...Array.from({ length: 20 }, (_, at) => operation(`good${at}`)));
    start();
    await pass(5000);
    expect(await left()).toEqual(['bad']);
    await append(operation('later'));
    await pass();
    expect(await left()).toEqual(['bad']);
    expect(sent.filter(id => id === 'bad').length).toBeGreaterThan(1);
  });
});

test('A refusal is held with its words, and what is behind in the lane takes its place', async () => {
  const { start, append, fail, recover, outbox, sent } = openTab();
  fail('a', 'refused', 'Too large for the server');
  await append(operation('1', 'a'));
  start();
  await pass(300_000);
  expect(sent).toEqual(['1']);
  expect(await outbox.open('anna')).toMatchObject([{ status: 'held', reason: 'Too large for the server' }]);
  recover('a');
  await append(operation('2', 'a'));
  await pass();
  expect([sent, await outbox.open('anna')]).toEqual([['1', '2'], []]);
});

test('A bug in a sender is loud, holds its operation and goes on with the rest', async () => {
  const { start, append, answer, outbox, bugs, sent } = openTab();
  answer('a', () => Promise.reject(new TypeError('undefined is not a function')));
  await append(operation('a'));
  start();
  await pass();
  await append(operation('b'));
  await pass();
  expect(bugs).toEqual([new TypeError('undefined is not a function')]);
  expect(await outbox.open('anna')).toMatchObject([{ id: 'a', status: 'held', isAttempted: true }]);
  expect(sent).toEqual(['a', 'b']);
});

test('Only the tab whose turn it is sends, and another one takes over what was under way', async () => {
  const shelf = openMemoryShelf();
  const [mine, theirs] = [fakeElection(), fakeElection()];
  theirs.set(false);
  const first = openTab({ shelf, election: mine });
  const second = openTab({ shelf, election: theirs });
  let answerLate = (_: Outcome) => {};
  first.answer('a', () => new Promise(resolve => (answerLate = resolve)));
  first.start();
  second.start();
  await first.append(operation('a'), operation('b', 'a'));
  await pass();
  expect([first.sent, second.sent]).toEqual([['a'], []]);
  theirs.set(true);
  await pass();
  expect(second.sent).toEqual(['a', 'b']);
  mine.set(false);
  answerLate({ type: 'done' });
  await first.append(operation('c'));
  await pass();
  expect(first.sent).toEqual(['a']);
  theirs.set(false);
  mine.set(true);
  await pass();
  expect(first.sent).toEqual(['a', 'c']);
  expect(await first.left()).toEqual([]);
});

test('Another user’s operations are neither shown nor sent', async () => {
  const { start, follow, outbox, actions, sent } = openTab();
  await outbox.append('bert', operation('theirs'));
  start();
  follow();
  await pass();
  await outbox.append('bert', operation('theirs, too'));
  await pass(60_000);
  expect(sent).toEqual([]);
  expect(JSON.stringify(actions)).not.toContain('theirs');
});

test('What happens while the outbox is read is told after it', async () => {
  const shelf = openMemoryShelf();
  let free = () => {};
  const slow = {
    ...shelf,
    all: async (userId: string) => {
      const all = await shelf.all(userId);
      await new Promise<void>(resolve => (free = resolve));
      return all;
    },
  };
  const { follow, append, actions } = openTab({ shelf: slow });
  follow();
  await pass();
  await append(operation('a'));
  await pass();
  free();
  await pass();
  const told = actions.map(({ type }) => type).filter(type => type.startsWith('outbox/'));
  expect(told).toEqual(['outbox/operationsRead', 'outbox/operationMade', 'outbox/operationKept']);
});

test('The outbox is read again when the page wakes', async () => {
  const { follow, clock, actions } = openTab();
  follow();
  await pass();
  clock.wake();
  await pass();
  expect(actions.filter(({ type }) => type === 'outbox/operationsRead')).toHaveLength(2);
});

test('A queue that nobody waits for ends with its saga: nothing is sent after sign-out', async () => {
  const { start, append, sent } = openTab();
  const task = start();
  await pass();
  task.cancel();
  await append(operation('a'));
  await pass(300_000);
  expect(sent).toEqual([]);
});

test('Five thousand lanes that wait are woken once each', async () => {
  const { startLanes, append, sent, left } = openTab();
  await append(...Array.from({ length: 5000 }, (_, at) => operation(`o${at}`)));
  startLanes();
  await pass();
  await pass();
  expect([sent.length, await left()]).toEqual([5000, []]);
});
