import { electLater } from '../../src/sync/queue/leader/electLater';
import type { LeaderElection } from '../../src/sync/queue/leader/leader';

/** An election that makes each tab the leader at once, and records the candidates. */
function election() {
  const standing = new Set<string>();
  const it: LeaderElection = {
    lead(userId, listener) {
      standing.add(userId);
      listener(true);
      return () => void standing.delete(userId);
    },
  };
  return { it, standing };
}

const nextTurn = () => new Promise(resolve => setTimeout(resolve));

test('A tab stands once the code is there, and no more when it stops', async () => {
  const { it, standing } = election();
  const leadership: boolean[] = [];
  const stop = electLater(() => Promise.resolve(it)).lead('anna', leads => leadership.push(leads));
  expect(leadership).toEqual([]);
  await nextTurn();
  expect([leadership, [...standing]]).toEqual([[true], ['anna']]);
  stop();
  expect([...standing]).toEqual([]);
});

test('A tab that stopped before the code was there never stands', async () => {
  const { it, standing } = election();
  const leadership: boolean[] = [];
  electLater(() => Promise.resolve(it)).lead('anna', leads => leadership.push(leads))();
  await nextTurn();
  expect([leadership, [...standing]]).toEqual([[], []]);
});

test('A tab sends its own when the code does not come', async () => {
  const leadership: boolean[] = [];
  electLater(() => Promise.reject(new Error('No network'))).lead('anna', leads => leadership.push(leads));
  await nextTurn();
  expect(leadership).toEqual([true]);
});
