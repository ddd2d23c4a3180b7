import type { Json } from '../../../../server/lib/types';
import { withWrites } from '../../../support/rules/jsonView';
import { mayWrite } from '../../../support/rules/productRules';
import { user } from '../../../support/rules/rules';

type Records = Record<string, Json>;
const at = '2026-03-10T08:00:00.000Z';
const task = {
  taskName: 'Water the plants',
  taskDescription: 'All of them',
  taskList: 'personal',
  taskDueDate: '2026-03-10T00:00:00.000Z',
  taskId: 4_711,
};
/** Data beside the second record of an add. */
const beside: Records = {
  done: at,
  repeats: { rule: 'FREQ=DAILY', first: '2026-03-10', at: '2026-03-10' },
  occurrences: { '2026-03-09': at },
  order: { day: '2026-03-10', place: 'a1' },
  'others/tasks': { at, isBack: true },
};
/**
 * first, second: records of one add. changed: such a record after an edit. deleted: such a record in the trash.
 * other: an independent task.
 */
const ann: Json = {
  tasks: {
    first: task,
    second: task,
    changed: { ...task, taskName: 'x', taskDueDate: '' },
    other: { ...task, taskId: 1 },
  },
  ext: {
    trash: { tasks: { deleted: { deletedAt: at, record: task } } },
  },
};
const allows = (writes: Records, given: Records = {}) =>
  mayWrite(Object.fromEntries(Object.entries(writes).map(([path, value]) => [`ann/${path}`, value])), {
    auth: user('ann'),
    data: { ann: withWrites(ann, given) },
  });
/** Removes the second record, because the browser sent the add of the first one twice. */
const removal = (trace: Records = {}, more: Records = {}): Records => ({
  'tasks/second': null,
  'ext/taken/tasks/second': { deletedAt: at, otherOf: 'first', record: task, ...trace },
  ...more,
});

test.each<[string, Records, boolean]>([
  ['goes', removal(), true],
  ['goes where the other one was changed', removal({ otherOf: 'changed' }), true],
  ['goes where the other one was deleted', removal({ otherOf: 'deleted' }), true],
  ['stays where the other one goes', removal({}, { 'tasks/first': null }), false],
  ['stays where there is no other one', removal({ otherOf: 'none' }), false],
  ['stays beside a task of its own number', removal({ otherOf: 'other' }), false],
  ['stays beside itself', removal({ otherOf: 'second' }), false],
  ['stays where none is named', removal({ otherOf: null }), false],
  ['stays where what is named is no key', removal({ otherOf: 7 }), false],
  ['stays without what it was', removal({ record: null }), false],
  ['stays without what it was, beside nothing', removal({ otherOf: 'none', record: null }), false],
  ['stays where it was something else', removal({ record: 'x' }), false],
  ['stays where what it was lacks a field', removal({ record: { ...task, taskList: null } }), false],
  ['stays where it had a field more', removal({ record: { ...task, guide: 'over' } }), false],
  ['stays without an instant', removal({ deletedAt: null }), false],
  ['stays where the instant is none', removal({ deletedAt: 'now' }), false],
  ['stays where the instant is a number', removal({ deletedAt: 7 }), false],
  ['stays where it is kept', removal({}, { 'tasks/second': task }), false],
  [
    'has no copy in the trash',
    removal({}, { 'ext/trash/tasks/second': { deletedAt: at, record: task } }),
    false,
  ],
])('A second record of an add %s', (_, writes, isAllowed) => expect(allows(writes)).toBe(isAllowed));

test.each(Object.keys(task))('A second record whose %s was changed stays', field => {
  const value = field === 'taskId' ? 1 : field === 'taskList' ? 'work' : 'x';
  expect(allows(removal(), { [`tasks/second/${field}`]: value })).toBe(false);
});

test.each(Object.entries(beside))('A second record with something in %s stays', (list, value) => {
  expect(allows(removal(), { [`ext/${list}/second`]: value })).toBe(false);
  expect(allows(removal({}, { [`ext/${list}/second`]: null }), { [`ext/${list}/second`]: value })).toBe(
    false,
  );
});

test('A second record that went comes back by no PUT', () => {
  const gone = { 'tasks/second': null, 'ext/taken/tasks/second': removal()['ext/taken/tasks/second']! };
  expect(allows({ 'tasks/second': task }, gone)).toBe(false);
});
