import { tagsIn } from '../../shared/tags';
import { calendarAt, editPath, tagOf, withoutFilter } from '../routes';
import { call, put, select, takeEvery, type Saga } from '../lib/effects';
import { dayPlus, type Day } from '../lib/days/days';
import { daysOf } from '../lib/days/weeks';
import { selectSettings } from '../settings/settingsSlice';
import { selectFirstDayOfWeek } from '../settings/weekSelectors';
import type { Random, Navigation } from '../services/device';
import { requestAdd } from '../tasks/wire/taskAdding';
import { selectFreeTaskId } from '../tasks/tasksSelectors';
import { rowPointedOut, selectToday } from '../ui/uiSlice';
import { quickAddRequested, type NewTask } from './quickAddActions';

export type QuickAddServices = { random: Random; navigation: Navigation };

/** Whether the page's list shows the task; its weeks begin on `firstDayOfWeek`, 0 (Sunday) to 6. */
export function isShownOn(
  page: string | null,
  { title, day, list }: NewTask,
  today: Day,
  firstDayOfWeek: number,
): boolean {
  const tag = tagOf(page);
  if (tag !== null && !tagsIn(title).includes(tag)) return false;
  const shown = withoutFilter(page ?? '');
  if (tagOf(shown) !== null) return true;
  const at = calendarAt(shown);
  if (at) return day !== null && daysOf(at.span, at.day, firstDayOfWeek).includes(day);
  if (shown === 'today') return day === today;
  if (shown === 'day') return day !== null && day <= dayPlus(today, 1);
  if (shown === 'upcoming') return day !== null && day > today;
  if (shown === 'previous') return day !== null && day < today;
  if (shown === 'no-date') return day === null;
  return shown === list;
}

/**
 * Requests the adds as one change, and scrolls to the last row. A toast is shown for several tasks, and for a task
 * that the page does not show. A time gets the reminder that the settings have for new ones.
 */
export function* addQuickly(
  { random, navigation }: QuickAddServices,
  { payload }: ReturnType<typeof quickAddRequested>,
): Saga {
  const { tasks, page, isOpened, operationIds } = payload;
  const today = yield* select(selectToday);
  const firstDayOfWeek = yield* select(selectFirstDayOfWeek);
  const isAnnounced = tasks.length > 1 || tasks.some(task => !isShownOn(page, task, today, firstDayOfWeek));
  let taskId = -1;
  const { remind } = yield* select(selectSettings);
  for (const [at, { title, day, list, repeat, timing }] of tasks.entries()) {
    const beside = { repeat, timing: timing && { ...(remind !== undefined && { remind }), ...timing } };
    const fields = { taskName: title, taskDescription: '', taskList: list, taskDueDay: day };
    const options = {
      id: operationIds[at]!,
      changeId: operationIds[0]!,
      ...(isAnnounced && { isAnnounced }),
    };
    taskId = yield* select(selectFreeTaskId, random);
    yield* call(requestAdd, taskId, fields, beside, options);
  }
  yield* put(rowPointedOut({ taskId }));
  if (isOpened) navigation.go(editPath(page ?? tasks[0]!.list, taskId));
}

/** Handles requests of the line while the user is signed in. */
export function* quickAddSaga(services: QuickAddServices): Saga {
  yield* takeEvery(quickAddRequested, addQuickly, services);
}
