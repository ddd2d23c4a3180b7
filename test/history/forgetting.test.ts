import { withoutItems } from '../../src/history/forgetting';
import type { HistoryEntry } from '../../src/services/device';

const entry = (id: string, itemKey: string, fireId: string | null): HistoryEntry => ({
  ...{ id, number: 1, isUndone: false },
  steps: [{ id, itemKey, kind: 'task/edit', payload: { fireId } }],
});

test('An item whose record is unknown is forgotten by its item key', () => {
  const [gone, other] = [entry('a', 'task:1', null), entry('b', 'task:2', null)];
  expect(withoutItems([gone, other], [{ itemKey: 'task:1', fireId: null }])).toEqual([other]);
});
