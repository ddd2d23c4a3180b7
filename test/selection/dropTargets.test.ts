import '../support/app/noComplaints';
import { listPath } from '../../src/routes';
import { dropTargets } from '../../src/selection/drag/dropTargets';
import {
  dragEnded,
  dragStarted,
  liftRequested,
  selectionSlice,
} from '../../src/tasks/selecting/selectionSlice';
import { tagKept } from '../../src/tags/keptTags';
import { manyRequested } from '../../src/tasks/selecting/manyTasks';
import type { View } from '../../src/tasks/taskSections';
import { selectTask } from '../../src/tasks/tasksSelectors';
import { selectToday } from '../../src/ui/uiSlice';
import { deviceOn } from '../support/devices/devices';
import { fakeDatabase } from '../support/devices/fakeDatabase';
import { taskRecord } from '../support/app/operations';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());

const DAYS = ['2026-03-10', '2026-03-11', '2026-03-11', '2026-03-13', '2026-05-01', null];

/** The drop targets for some of the tasks 1 to 6 of Personal, one for each of DAYS, in a view. */
async function targetsFor(taskIds: number[], view: View, kept: string[] = []) {
  const recordOf = (day: string | null, taskId: number) => ({
    ...(taskRecord(taskId) as object),
    taskList: 'personal',
    taskDueDate: day && `${day}T00:00:00.000Z`,
  });
  const tasks = Object.fromEntries(DAYS.map((day, at) => [`k${at + 1}`, recordOf(day, at + 1)]));
  const page = await deviceOn(fakeDatabase({ tasks })).open();
  await jest.advanceTimersByTimeAsync(60_000);
  kept.forEach(tag => page.dispatch(tagKept({}, [], { tag, word: tag })));
  const state = page.getState();
  const concerned = taskIds.map(taskId => selectTask(state, taskId)!);
  return dropTargets(state, concerned, listPath(view), selectToday(state));
}
const words = async (taskIds: number[], view: View) =>
  (await targetsFor(taskIds, view)).targets.map(target => target.words);
/** The targets for lists, and for the days from tomorrow on that are no headings of the view. */
const LISTS = ['Today', 'Upcoming: pick a day', 'Personal', 'Work', 'No date', 'Trash'];
const lists = (...without: string[]) => LISTS.filter(name => !without.includes(name));
const AHEAD = [
  'Tomorrow',
  'Thu 12 Mar',
  'Fri 13 Mar',
  'Sat 14 Mar',
  'Sun 15 Mar',
  'Mon 16 Mar',
  'Tue 17 Mar',
];

test('A row can be dropped on views, the other list, the trash, and each other day', async () => {
  expect(await words([2], 'personal')).toEqual([
    ...lists('Personal'),
    ...AHEAD.filter(day => day !== 'Tomorrow'),
  ]);
});

test('A row can be dropped on a kept tag that it does not have', async () => {
  const { targets } = await targetsFor([2], 'personal', ['two-words']);
  expect(targets.find(({ tag }) => tag === 'two-words')).toMatchObject({
    words: 'two words',
    selector: expect.stringContaining('nav a[href="/tags/two-words"]') as string,
  });
});

test('Several rows can be dropped wherever it changes one of them', async () => {
  expect(await words([2, 4], 'upcoming')).toEqual([...lists('Personal'), ...AHEAD]);
});

test('From Today, which has no headings, a row can be dropped on the days of Upcoming', async () => {
  expect(await words([1], 'today')).toEqual([...lists('Today', 'Personal'), ...AHEAD]);
});

test('In No date a row can be dropped on Today, the other list and days', async () => {
  expect(await words([6], 'no-date')).toEqual([...lists('Personal', 'No date'), ...AHEAD]);
});

test('What would change nothing, and what holds no tasks, says why it is no target', async () => {
  const { refusals } = await targetsFor([1], 'personal');
  expect(refusals.map(({ words }) => words)).toEqual([
    'Today: it is already there',
    'Personal: it is already there',
    'Previous: pick a past day in the menu',
    'Sticky Wall: only notes go there',
    'Done: tick a task to send it there',
    'Nothing can be dropped here',
  ]);
  const ofTwo = await targetsFor([2, 3], 'upcoming');
  expect(ofTwo.refusals.map(({ words }) => words)).toContain('Tomorrow: they are already there');
});

test('A heading says how much stands above it, for it may not be drawn', async () => {
  const { targets } = await targetsFor([1], 'personal');
  expect(targets.find(({ words }) => words === 'Fri 13 Mar')).toMatchObject({
    to: { taskDueDay: '2026-03-13' },
    position: { headings: 2, rows: 3 },
  });
});

test('No date, its link as its heading, removes the day', async () => {
  const { targets } = await targetsFor([1], 'personal');
  const target = targets.find(({ words }) => words === 'No date')!;
  expect(target).toMatchObject({ to: { taskDueDay: null } });
  expect(target.selector.split(', ').slice(0, 3)).toEqual([
    'nav a[href="/tasks/no-date"]',
    '[data-drop="/tasks/no-date"]',
    'main [data-day="undated"]',
  ]);
});

test('A drag that begins, ends or changes the tasks leaves no row to lift', () => {
  const { reducer, getInitialState } = selectionSlice;
  const requested = reducer(getInitialState(), liftRequested(7));
  expect(requested.toLift).toBe(7);
  expect(reducer(requested, dragStarted())).toMatchObject({ isDragging: true, toLift: null });
  expect(reducer(requested, dragEnded())).toMatchObject({ isDragging: false, toLift: null });
  const moved = manyRequested([7], { type: 'move', to: { taskList: 'work' } });
  expect(reducer(reducer(requested, dragStarted()), moved)).toEqual(getInitialState());
});
