import { createStore } from '../../src/app/store';
import { nextDay } from '../../src/repeats/nextDay';
import { ruleOfText } from '../../src/repeats/rule';
import { stepOf } from '../../src/tasks/taskSeries';
import { selectCountIn, selectSectionsIn, selectTask, VIEWS } from '../../src/tasks/tasksSelectors';
import { tasksSidecarsArrived, tasksLoaded } from '../../src/tasks/tasksSlice';
import { operationKept } from '../../src/sync/operations';
import { dayChanged } from '../../src/ui/uiSlice';
import { dayAfter, keyOf, taskBody } from '../seed';
import { operationOf, timed, type Costs } from './storeCosts';

const TODAY = '2026-11-20';
const ROUNDS = 200;
const RULES = [
  'FREQ=DAILY',
  'FREQ=WEEKLY;BYDAY=TU;WKST=MO',
  'FREQ=MONTHLY;BYMONTHDAY=-1',
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1',
];

/** Measures a list of repeating tasks, each done five times, and a tick of one. */
export function measureRepeats(size: number): Costs {
  const costs: Costs = {};
  const repeats: Record<string, Record<string, string>> = {};
  const occurrences: Record<string, Record<string, string>> = {};
  const tasks = Object.fromEntries(
    Array.from({ length: size }, (_, n) => {
      const rule = RULES[n % RULES.length]!;
      const first = dayAfter(TODAY, (n % 400) - 400);
      const at = nextDay(ruleOfText(rule)!, first, dayAfter(TODAY, (n % 40) - 20))!;
      repeats[keyOf(n)] = { rule, first, at };
      occurrences[keyOf(n)] = Object.fromEntries(
        [1, 2, 3, 4, 5].map(back => [dayAfter(TODAY, -30 - back), `${dayAfter(TODAY, -back)}T09:00:00.000Z`]),
      );
      return [keyOf(n), taskBody(n, at)];
    }),
  );
  const fill = () => {
    const { store } = createStore();
    store.dispatch(dayChanged(TODAY));
    const [first, second, third] = structuredClone([repeats, occurrences, tasks] as const);
    timed(costs, 'all repeat, list whole', () => {
      store.dispatch(tasksSidecarsArrived({ list: 'repeats', type: 'list', records: first }));
      store.dispatch(tasksSidecarsArrived({ list: 'occurrences', type: 'list', records: second }));
      store.dispatch(tasksLoaded(third));
    });
    return store;
  };
  for (let round = 0; round < 5; round++) fill();
  const store = fill();
  for (let round = 0; round < ROUNDS; round++) {
    const task = selectTask(store.getState(), (round * 7919) % size)!;
    const { repeat } = task;
    if (!repeat) continue;
    timed(costs, 'all repeat, tick', () => {
      const step = stepOf({ ...task, repeat }, { on: TODAY, doneAt: `${TODAY}T09:00:00.000Z` });
      store.dispatch(operationKept(operationOf('task/step', step)));
    });
    timed(costs, 'all repeat, views and counts after it', () => {
      for (const view of VIEWS) {
        selectSectionsIn[view](store.getState());
        selectCountIn[view](store.getState());
      }
    });
  }
  return costs;
}
