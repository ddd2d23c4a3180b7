import '../support/noComplaints';
import { dropTargets } from '../../src/selection/drag/dropTargets';
import { dragEnded, dragStarted, liftRequested, selectionSlice } from '../../src/tasks/selectionSlice';
import { manyRequested } from '../../src/tasks/manyTasks';
import type { View } from '../../src/tasks/views/taskSections';
import { selectTask } from '../../src/tasks/tasksSelectors';
import { selectToday } from '../../src/ui/uiSlice';
import { deviceOn } from '../support/devices';
import { fakeDatabase } from '../support/fakeDatabase';
import { taskRecord } from '../support/operations';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());

const DAYS = ['2026-03-10', '2026-03-11', '2026-03-11', '2026-03-13', '2026-05-01', null];

/** Tasks 1 to 6 of Personal, one for each of the days, and the targets for some of them in a view. */
async function targetsFor(taskIds: number[], view: View) {
  const recordOf = (day: string | null, taskId: number) => ({
    ...(taskRecord(taskId) as object),
    taskList: 'personal',
    taskDueDate: day && `${day}T00:00:00.000Z`,
  });
  const tasks = Object.fromEntries(DAYS.map((day, at) => [`k${at + 1}`, recordOf(day, at + 1)]));
  const page = await deviceOn(fakeDatabase({ tasks })).open();
  await jest.advanceTimersByTimeAsync(60_000);
  const state = page.getState();
  const concerned = taskIds.map(taskId => selectTask(state, taskId)!);
  return dropTargets(state, concerned, view, selectToday(state));
}
const words = async (taskIds: number[], view: View) =>
  (await targetsFor(taskIds, view)).map(target => target.words);

test('A row can be dropped on Today, on the other list, on No date, and on each heading that stands for another day', async () => {
  expect(await words([2], 'personal')).toEqual(['Today', 'Work', 'No date', 'Fri 13 Mar']);
});

test('Several rows can be dropped wherever it changes one of them', async () => {
  expect(await words([2, 4], 'upcoming')).toEqual(['Today', 'Work', 'No date', 'Tomorrow', 'Fri 13 Mar']);
});

test('In Today, which has no headings, a row can be dropped on the other list and on No date', async () => {
  expect(await words([1], 'today')).toEqual(['Work', 'No date']);
});

test('In No date a row can be dropped on Today and on the other list', async () => {
  expect(await words([6], 'no-date')).toEqual(['Today', 'Work']);
});

test('A heading says how much stands above it, for it may not be drawn', async () => {
  const targets = await targetsFor([1], 'personal');
  expect(targets.at(-1)).toMatchObject({
    words: 'Fri 13 Mar',
    to: { taskDueDay: '2026-03-13' },
    place: { headings: 2, rows: 3 },
  });
});

test('No date, its link as its heading, removes the day', async () => {
  const [target] = (await targetsFor([1], 'personal')).filter(({ words }) => words === 'No date');
  expect(target).toMatchObject({ to: { taskDueDay: null } });
  expect(target!.selector).toBe(
    'nav a[href="/tasks/no-date"], [data-drop="/tasks/no-date"], main [data-day="undated"]',
  );
});

test('A drag that begins, ends or changes the tasks leaves no wish to lift behind', () => {
  const { reducer, getInitialState } = selectionSlice;
  const wished = reducer(getInitialState(), liftRequested(7));
  expect(wished.toLift).toBe(7);
  expect(reducer(wished, dragStarted())).toMatchObject({ isDragging: true, toLift: null });
  expect(reducer(wished, dragEnded())).toMatchObject({ isDragging: false, toLift: null });
  const moved = manyRequested([7], { type: 'move', to: { taskList: 'work' } });
  expect(reducer(reducer(wished, dragStarted()), moved)).toEqual(getInitialState());
});
