import { createStore } from '../../../src/app/store';
import { dayOfSection, sectionInWords, VIEWS, type View } from '../../../src/tasks/taskSections';
import { selectNamesOfRounds, selectRounds } from '../../../src/tasks/laterRounds';
import { selectSectionsIn, selectTaskIdsIn } from '../../../src/tasks/tasksSelectors';
import { taskRecordsArrived, tasksLoaded, tasksSidecarsArrived } from '../../../src/tasks/tasksSlice';
import { dayChanged, earlierToggled } from '../../../src/ui/uiSlice';
import { taskRecord } from '../../support/app/operations';

const TODAY = '2026-11-22';
const onDay = (taskId: number, taskDueDate: string, taskList = 'personal') => ({
  ...taskRecord(taskId, { taskName: `Task ${taskId}` }),
  taskDueDate,
  taskList,
});
const records = {
  k1: onDay(1, '2025-12-31'),
  k2: onDay(2, '2026-11-02'),
  k3: onDay(3, '2026-11-21'),
  k4: onDay(4, TODAY),
  k5: onDay(5, '2026-11-23'),
  k6: onDay(6, '2026-11-29'),
  k7: onDay(7, '2026-11-30'),
  k8: onDay(8, '2026-12-24'),
  k9: onDay(9, '2027-01-01'),
  k10: onDay(10, ''),
};

function open() {
  const { store } = createStore();
  store.dispatch(dayChanged(TODAY));
  store.dispatch(tasksLoaded(records));
  const sections = (view: View) =>
    selectSectionsIn[view](store.getState()).map(({ key, items }) => [
      sectionInWords(key, store.getState().ui.today, view === 'previous'),
      ...items,
    ]);
  return { ...store, sections };
}

test('A view has a section for each day of the week around today, then for months', () => {
  const { sections, dispatch } = open();
  expect(sections('today')).toEqual([['Overdue'], ['Today', 4]]);
  dispatch(earlierToggled());
  expect(sections('today')).toEqual([
    ['Overdue', 3, 2, 1],
    ['Today', 4],
  ]);
  dispatch(earlierToggled());
  expect(sections('upcoming')).toEqual([
    ['Tomorrow', 5],
    ['Tue 24 Nov'],
    ['Wed 25 Nov'],
    ['Thu 26 Nov'],
    ['Fri 27 Nov'],
    ['Sat 28 Nov'],
    ['Sun 29 Nov', 6],
    ['Later in November', 7],
    ['December', 8],
    ['January 2027', 9],
  ]);
  expect(sections('previous')).toEqual([
    ['Yesterday', 3],
    ['Earlier in November', 2],
    ['December 2025', 1],
  ]);
  expect(sections('personal')).toEqual([
    ['Overdue', 1, 2, 3],
    ['Today', 4],
    ['Tomorrow', 5],
    ['Sun 29 Nov', 6],
    ['Later in November', 7],
    ['December', 8],
    ['January 2027', 9],
    ['No date', 10],
  ]);
  expect(sections('no-date')).toEqual([['No date', 10]]);
});

test('The next days have in grey what repeats on them after its open day', () => {
  const { dispatch, getState } = open();
  const repeat = (rule: string, more: object) => ({ rule, first: TODAY, at: TODAY, ...more });
  const repeats = {
    k4: repeat('FREQ=DAILY;INTERVAL=3', {}),
    k5: repeat('FREQ=WEEKLY;BYDAY=MO,WE;WKST=MO', { at: '2026-11-23' }),
    k6: repeat('FREQ=DAILY', { at: '2026-11-29' }),
    k7: repeat('FREQ=DAILY', { after: true }),
  };
  dispatch(tasksSidecarsArrived({ list: 'repeats', type: 'changes', records: repeats }));
  const rounds = (first: string, last: string) =>
    Object.entries(selectRounds(getState(), first, last)).map(([day, tasks]) => [
      day,
      ...tasks.map(({ taskName }) => taskName),
    ]);
  expect(rounds('2026-11-23', '2026-11-29')).toEqual([
    ['2026-11-25', 'Task 4', 'Task 5'],
    ['2026-11-28', 'Task 4'],
  ]);
  expect(rounds('2026-11-28', '2026-11-28')).toEqual([['2026-11-28', 'Task 4']]);
  const times = { k5: { time: '09:05' } };
  dispatch(tasksSidecarsArrived({ list: 'times', type: 'changes', records: times }));
  expect(selectNamesOfRounds(getState(), '2026-11-25', null)).toEqual(['09:05 Task 5', 'Task 4']);
});

test('Sections follow the day', () => {
  const { dispatch, sections } = open();
  dispatch(dayChanged('2026-11-24'));
  expect(sections('personal').slice(0, 4)).toEqual([
    ['Overdue', 1, 2, 3, 4, 5],
    ['Sun 29 Nov', 6],
    ['Mon 30 Nov', 7],
    ['Later in December', 8],
  ]);
});

test('The ids of a view are those of its sections, one behind the other', () => {
  const { getState } = open();
  for (const view of VIEWS)
    expect(selectTaskIdsIn[view](getState())).toEqual(
      selectSectionsIn[view](getState()).flatMap(({ items }) => items),
    );
});

test('Sections keep their identity while nothing in their view moves', () => {
  const { dispatch, getState } = open();
  const read = () => VIEWS.map(view => selectSectionsIn[view](getState()));
  const before = read();
  dispatch(taskRecordsArrived({ k5: { ...records.k5, taskDescription: 'Other words' } }));
  expect(read().every((sections, at) => sections === before[at])).toBe(true);
  dispatch(taskRecordsArrived({ k11: onDay(11, '2026-11-25', 'work') }));
  const same = read().map((sections, at) => sections === before[at]);
  expect(Object.fromEntries(VIEWS.map((view, at) => [view, same[at]]))).toEqual({
    today: true,
    upcoming: false,
    previous: true,
    personal: true,
    work: false,
    'no-date': true,
  });
});

test('A section stands for a day, for none, or for several', () => {
  const keys = ['2026-11-23', 'undated', '2026-12', 'earlier'];
  expect(keys.map(dayOfSection)).toEqual(['2026-11-23', 'undated', null, null]);
});
