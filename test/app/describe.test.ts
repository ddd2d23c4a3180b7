import { describeChange, describeSteps } from '../../src/app/store/kinds';
import type { HistoryEntry } from '../../src/services/device';
import type { Operation } from '../../src/sync/operations';
import type { TaskFields } from '../../src/tasks/task';
import { taskTickRequested } from '../../src/tasks/taskActions';
import {
  noteAdd,
  noteEdit,
  noteFields,
  shownTask,
  taskAdd,
  taskDelete,
  taskEdit,
  taskFields,
} from '../support/app/operations';

const TODAY = '2026-03-10'; // a Tuesday
const context = { today: TODAY, isUndo: false };

type Step = Pick<Operation, 'id' | 'itemKey' | 'kind' | 'payload'>;
const entry = (...steps: Step[]): HistoryEntry => ({ id: 'c', number: 1, isUndone: false, steps });
const done = (...steps: Step[]) => describeChange(entry(...steps), context);
const undone = (...steps: Step[]) => describeChange(entry(...steps), { ...context, isUndo: true });

const tick = (taskName: string, isDone = true) =>
  taskTickRequested(shownTask(1, { taskName, doneAt: isDone ? null : '2026-03-09T08:00:00.000Z' }), isDone)
    .payload;
const edit = (change: Partial<TaskFields>, base: Partial<TaskFields> = {}) =>
  taskEdit('e', 1, taskFields({ ...base, ...change }), { base: taskFields(base) });
/** An add of a task with a time, by default on Friday. */
const timedAdd = (time: string, taskDueDay: string | null = '2026-03-13') => {
  const { payload, ...rest } = taskAdd('a', 1, taskFields({ taskDueDay }));
  return { ...rest, payload: { ...payload, beside: { times: { time } } } };
};
const removal = (taskName: string) => {
  const { payload, ...rest } = taskDelete('d', 1);
  return { ...rest, payload: { ...payload, fields: taskFields({ taskName }), doneAt: null } };
};

describe('What was done is said with the name of the thing', () => {
  it.each<[string, Step]>([
    ['“Call the dentist” done', tick('Call the dentist')],
    ['Marked “Call the dentist” as not done', tick('Call the dentist', false)],
    ['Added “Water the plants” to Personal, for today', taskAdd('a', 1)],
    [
      'Added “Water the plants” to Work, for Friday',
      taskAdd('a', 1, taskFields({ taskList: 'work', taskDueDay: '2026-03-13' })),
    ],
    [
      'Added “Water the plants” to Work, without a date',
      taskAdd('a', 1, taskFields({ taskList: 'work', taskDueDay: null })),
    ],
    ['Added “Water the plants” to Personal, for Friday at 14:30', timedAdd('14:30')],
    ['Added “Water the plants” to Personal, without a date', timedAdd('14:30', null)],
    ['Moved “Water the plants” to tomorrow', edit({ taskDueDay: '2026-03-11' })],
    ['Moved “Water the plants” to Monday', edit({ taskDueDay: '2026-03-16' })],
    ['Moved “Water the plants” to Tue 17 Mar', edit({ taskDueDay: '2026-03-17' })],
    ['Moved “Water the plants” to yesterday', edit({ taskDueDay: '2026-03-09' })],
    ['Moved “Water the plants” to no date', edit({ taskDueDay: null })],
    ['Moved “Water the plants” to Work', edit({ taskList: 'work' })],
    ['Moved “Water the plants” to Work, for tomorrow', edit({ taskList: 'work', taskDueDay: '2026-03-11' })],
    ['Changed “Roses”', edit({ taskName: 'Roses', taskDueDay: '2026-03-11' })],
    ['Changed “Water the plants”', edit({ taskDescription: 'None' })],
    ['Changed “Water the plants”', edit({})],
    ['Deleted “Milk”', removal('Milk')],
    ['Added “Milk”', noteAdd('n', '-k')],
    ['Changed “Tea”', noteEdit('n', '-k', noteFields('Tea'))],
    ['Changed 1 task', edit({ taskName: '  ' })],
    [`Deleted “${'x'.repeat(40)}…”`, removal('x'.repeat(41))],
  ])('%s', (words, step) => {
    expect(done(step)).toBe(words);
  });

  it('also of a kind that this version does not know', () =>
    expect(describeSteps([{ kind: 'task/dream', payload: {} }], context)).toBe('Changed 1 item'));
});

describe('Several changes that are one step are said with their count', () => {
  const step = (taskId: number, taskName: string): Step => ({
    ...{ id: 's', itemKey: 'task:1', kind: 'task/step' },
    payload: { taskId, fireId: null, taskName, doneAt: `${TODAY}T09:00:00.000Z`, day: TODAY, to: null },
  });
  const placing = (taskName?: string): Step => ({
    ...{ id: 'p', itemKey: 'task:1', kind: 'task/place' },
    payload: { taskId: 1, fireId: null, order: 'a', before: null, ...(taskName && { taskName }) },
  });
  const rule = (taskId: number, taskName: string): Step => ({
    ...{ id: 'r', itemKey: 'task:1', kind: 'task/repeat' },
    payload: { taskId, fireId: null, taskName, repeat: {}, before: { repeat: null } },
  });
  const moved = (id: number, taskDueDay: string) => taskEdit(`e${id}`, id, taskFields({ taskDueDay }));
  it.each<[string, Step[]]>([
    ['3 tasks done', [tick('A'), tick('B'), tick('C')]],
    ['Moved 3 tasks to tomorrow', [moved(1, '2026-03-11'), moved(2, '2026-03-11'), moved(3, '2026-03-11')]],
    ['Changed 2 tasks', [moved(1, '2026-03-11'), moved(2, '2026-03-12')]],
    ['2 tasks done', [step(1, 'A'), step(2, 'B')]],
    ['Moved “A”', [placing('A'), placing()]],
    ['Order kept', [placing()]],
    ['Changed when 2 tasks repeat', [rule(1, 'A'), rule(2, 'B')]],
    ['Deleted 2 tasks', [removal('A'), removal('B')]],
    ['Added 2 tasks to Personal, for today', [taskAdd('a', 1), taskAdd('b', 2)]],
    ['Added 2 tasks to Personal, for Friday', [timedAdd('14:30'), timedAdd('15:00')]],
    ['Added 2 tasks', [taskAdd('a', 1), taskAdd('b', 2, taskFields({ taskDueDay: '2026-03-11' }))]],
    ['Changed 2 items', [removal('A'), tick('B')]],
  ])('%s', (words, steps) => {
    expect(done(...steps)).toBe(words);
  });
});

describe('Undo says what it did', () => {
  const moved = (id: number) => taskEdit(`e${id}`, id, taskFields({ taskDueDay: '2026-03-11' }));
  it.each<[string, Step[]]>([
    ['Marked “Milk” as not done', [tick('Milk')]],
    ['“Milk” done', [tick('Milk', false)]],
    ['Restored “Milk”', [removal('Milk')]],
    ['Deleted “Water the plants”', [taskAdd('a', 1)]],
    ['Changed “Water the plants” back', [edit({ taskName: 'Roses' })]],
    ['Moved “Water the plants” back to today', [moved(1)]],
    ['Moved 2 tasks back to today', [moved(1), moved(2)]],
    ['Restored 2 tasks', [removal('A'), removal('B')]],
  ])('%s', (words, steps) => {
    expect(undone(...steps)).toBe(words);
  });
});

test('An import is said by what it brought', () => {
  const payload = { importId: 'i', keys: { tasks: ['a', 'b'], notes: ['c'] } };
  const made = { id: 'm', itemKey: 'import:i', kind: 'import/made', payload };
  expect(done(made)).toBe('Imported 2 tasks and 1 note');
  expect(undone(made)).toBe('Deleted the imported 2 tasks and 1 note');
});
