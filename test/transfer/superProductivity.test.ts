import { readFile } from '../../src/transfer/work';
import { rowsOf } from './reading';

const NOW = '2026-03-10T12:00:00.000Z';
const read = (backup: unknown) =>
  readFile(JSON.stringify(backup), {
    name: 'super-productivity-backup.json',
    language: 'en-GB',
    writtenOn: null,
    now: Date.parse(NOW),
  });

const task = (id: string, title: string, more: Record<string, unknown> = {}) => ({
  [id]: { id, title, subTaskIds: [], tagIds: [], isDone: false, timeSpentOnDay: {}, ...more },
});
const state = (...tasks: object[]) => {
  const entities = Object.assign({}, ...tasks) as Record<string, unknown>;
  return { ids: Object.keys(entities), entities };
};
const done = Date.parse('2026-03-01T08:00:00.000Z');

test('A backup of Super Productivity gives its tasks, their subtasks as parts', () => {
  const reading = read({
    timestamp: 1,
    data: {
      project: state({ p: { id: 'p', title: 'Work' } }),
      tag: state({ TODAY: { id: 'TODAY', title: 'Today' } }),
      task: state(
        task('s2', 'Boxes', { parentId: 'a', isDone: true }),
        task('a', 'Move house', { subTaskIds: ['s1', 's2'], notes: 'By June', dueDay: '2026-06-01' }),
        task('s1', 'Van', { parentId: 'a' }),
        task('b', 'Report', { projectId: 'p', isDone: true, doneOn: done }),
        task('c', 'Lost subtask', { parentId: 'gone' }),
      ),
      archiveYoung: { task: state(task('o', 'Old', { isDone: true, doneOn: 1e300 })) },
    },
  });
  expect(reading.source).toBe('Super Productivity');
  expect(rowsOf(reading)).toEqual([
    ['Old', '', 'personal', '', NOW],
    ['Move house', 'By June\n\n- [ ] Van\n- [x] Boxes', 'personal', '2026-06-01', null],
    ['Report', '', 'work', '', '2026-03-01T08:00:00.000Z'],
    ['Lost subtask', '', 'personal', '', null],
  ]);
  expect(reading.problems).toEqual([]);
});

test('What a part can’t hold, and a repeat, is told by name; older backups are read', () => {
  const reading = read({
    task: state(
      task('a', 'Move house', { subTaskIds: ['s', 'a', 'nowhere'], repeatCfgId: 'r' }),
      task('s', 'Van', { parentId: 'a', notes: 'White', plannedAt: Date.parse('2026-05-02T10:00:00') }),
      task('n', '  '),
    ),
  });
  expect(rowsOf(reading)).toEqual([
    ['Move house', '', 'personal', '', null],
    ['Van', 'White', 'personal', '2026-05-02', null],
  ]);
  expect(reading.problems).toEqual([
    { line: null, text: '“Move house” is added without its repeat: it is not possible here.' },
    {
      line: null,
      text: '“Van” is added as a task of its own: a subtask of “Move house” would have no date.',
    },
    { line: null, text: '“” is left out: it has no name.' },
  ]);
});

test('Another JSON file is not taken for a backup', () => {
  expect(() => read({ task: { entities: 7 }, subTaskIds: [] })).toThrow('was not written by Daywall');
  expect(() => read([1])).toThrow('was not written by Daywall');
});

const config = (id: string, title: string, more: Record<string, unknown> = {}) => ({
  [id]: { id, title, repeatCycle: 'WEEKLY', repeatEvery: 1, isPaused: false, tagIds: [], ...more },
});
const repeatsOf = ({ items }: ReturnType<typeof read>) =>
  items.map(({ record, beside }) => [
    'taskName' in record ? `${record.taskName} ${record.taskDueDate.slice(0, 10)}` : '',
    (beside.repeats as { rule?: string; at?: string; after?: true } | undefined) ?? null,
  ]);

test('What repeats there repeats here, from its open task on', () => {
  const days = {
    daily: { repeatCycle: 'DAILY', repeatEvery: 2 },
    weekly: { monday: true, thursday: true, startTime: '09:00' },
    monthly: { repeatCycle: 'MONTHLY', startDate: '2026-01-15' },
    last: { repeatCycle: 'MONTHLY', monthlyLastDay: true },
    nth: { repeatCycle: 'MONTHLY', monthlyWeekOfMonth: -1, monthlyWeekday: 5 },
    yearly: { repeatCycle: 'YEARLY', startDate: '2024-02-29' },
    after: { repeatCycle: 'MONTHLY', repeatEvery: 3, repeatFromCompletionDate: true },
    rule: { rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO' },
    paused: { isPaused: true },
    odd: { rrule: 'FREQ=HOURLY' },
  };
  const names = Object.keys(days);
  const reading = read({
    task: state(
      ...names.map(name => task(name, name, { repeatCfgId: name, dueDay: '2026-03-12' })),
      task('older', 'older', { repeatCfgId: 'daily', dueDay: '2026-03-10' }),
    ),
    taskRepeatCfg: state(...Object.entries(days).map(([name, more]) => config(name, name, more))),
  });
  const found = Object.fromEntries(repeatsOf(reading));
  const at = '2026-03-12';
  // An occurrence that was moved off its rule there is not moved here; the next one follows the rule.
  expect(found).toEqual({
    'daily 2026-03-12': { rule: 'FREQ=DAILY;INTERVAL=2', first: at, at },
    'weekly 2026-03-12': { rule: 'FREQ=WEEKLY;BYDAY=MO,TH;WKST=MO', first: at, at },
    'monthly 2026-03-12': { rule: 'FREQ=MONTHLY;BYMONTHDAY=15', first: '2026-03-15', at },
    'last 2026-03-12': { rule: 'FREQ=MONTHLY;BYMONTHDAY=-1', first: '2026-03-31', at },
    'nth 2026-03-12': { rule: 'FREQ=MONTHLY;BYDAY=-1FR', first: '2026-03-27', at },
    'yearly 2026-03-12': {
      rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1',
      first: '2027-02-28',
      at,
    },
    'after 2026-03-12': { rule: 'FREQ=MONTHLY;INTERVAL=3', first: at, at, after: true },
    'rule 2026-03-12': {
      rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;WKST=MO',
      first: '2026-03-16',
      at,
    },
    'paused 2026-03-12': null,
    'odd 2026-03-12': null,
    'older 2026-03-10': null,
  });
  expect(reading.problems.map(({ text }) => text)).toEqual([
    '“paused” is added without its repeat, which is paused there.',
    '“odd” is added without its repeat: it is not possible here.',
  ]);
});

test('What repeats there and has no open task comes with its next day', () => {
  const reading = read({
    task: state(task('a', 'Bins', { repeatCfgId: 'r', isDone: true, doneOn: done, dueDay: '2026-03-01' })),
    taskRepeatCfg: state(
      config('r', 'Bins', {
        tuesday: true,
        startDate: '2026-02-03',
        notes: 'Blue',
        subTaskTemplates: [{ title: 'Rinse' }, { title: 'Roll out', notes: 'By seven' }, 7],
      }),
    ),
  });
  expect(rowsOf(reading)).toEqual([
    ['Bins', '', 'personal', '2026-03-01', '2026-03-01T08:00:00.000Z'],
    ['Bins', 'Blue\n\n- [ ] Rinse\n- [ ] Roll out', 'personal', '2026-03-17', null],
  ]);
  expect(reading.problems).toEqual([
    {
      line: null,
      text: '“Roll out”: its description is left out: every round of “Bins” has it as a subtask.',
    },
  ]);
  expect(repeatsOf(reading)[1]![1]).toEqual({
    rule: 'FREQ=WEEKLY;BYDAY=TU;WKST=MO',
    first: '2026-02-03',
    at: '2026-03-17',
  });
});

test('A task has its time and its reminder, else those of its repeat', () => {
  const at = Date.parse('2026-03-12T09:00:00');
  const reading = read({
    task: state(
      task('a', 'Call', { dueWithTime: at, remindAt: at - 600_000 }),
      task('b', 'Bins', { dueWithTime: at, repeatCfgId: 'r' }),
      task('d', 'Rent', { dueDay: '2026-03-12', repeatCfgId: 's' }),
      task('c', 'All day', { plannedAt: Date.parse('2026-03-12T00:00:00') }),
    ),
    taskRepeatCfg: state(
      config('r', 'Bins', { thursday: true, startTime: '08:00' }),
      config('s', 'Rent', { thursday: true, startTime: '10:00', remindAt: 'm5' }),
    ),
  });
  expect(rowsOf(reading).map(([, , , day]) => day)).toEqual(Array(4).fill('2026-03-12'));
  expect(reading.items.map(({ beside }) => beside.times)).toEqual([
    { time: '09:00', remind: 10 },
    { time: '09:00' },
    { time: '10:00', remind: 5 },
    undefined,
  ]);
  expect(reading.problems).toEqual([]);
});
