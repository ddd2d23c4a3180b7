import { isLate, reminderKey, wasDue } from '../../shared/reminders';
import { withoutTags } from '../../shared/tags';
import {
  call,
  channelOf,
  delay,
  fork,
  put,
  race,
  select,
  take,
  takeEvery,
  takeFrom,
  type Saga,
} from '../lib/effects';
import { dayInWords, dayOf } from '../lib/days/days';
import { clockInWords } from '../lib/days/times';
import { editPath } from '../routes';
import type { DatabaseService } from '../services/database';
import type { Clock, Connection, Navigation } from '../services/device';
import type { ReminderNotice, RemindersService, TaskReminder } from '../services/reminders';
import type { Task } from '../tasks/task';
import { type TasksRoot } from '../tasks/tasksSelectors';
import { followPush } from './pushSagas';
import { selectReminded } from './reminded';
import { reminderOf } from './remindersSelectors';
import { missedDismissed, remindersCame, type RemindersRoot } from './remindersSlice';

export type ReminderServices = {
  reminders: RemindersService;
  database: DatabaseService;
  clock: Clock;
  connection: Connection;
  navigation: Navigation;
};

/** A reminder that is older is not shown: My day lists it. */
const OLDEST_MS = 12 * 60 * 60_000;
/** The longest wait: a timer does not run while the machine sleeps, and some tell nobody when they wake. */
const LONGEST_WAIT_MS = 60_000;
/** How long changes of the list are collected. */
const SETTLE_MS = 300;
/** How long the first look waits for the server's list. */
const LIST_TIMEOUT_MS = 10_000;

/** A task that was not sent yet has no key. */
const keyOf = ({ fireId, taskId }: Task) => fireId ?? `task:${taskId}`;
const tagOf = (task: Task) =>
  reminderKey({ fireId: keyOf(task), dueDate: task.taskDueDay!, time: task.time!, remind: task.remind! });

/** The notification of a reminder: `Call Ana`, `14:30`, `Tomorrow 14:30`, `was due 14:30`. */
export function noticeOf(task: Task, { taskId, ...reminder }: TaskReminder, now: number): ReminderNotice {
  const { dueDate, time } = reminder;
  const today = dayOf(now);
  const [clock, day] = [clockInWords(time), dayInWords(dueDate, today)];
  const when = dueDate === today ? clock : `${day.charAt(0).toUpperCase()}${day.slice(1)} ${clock}`;
  return {
    tag: tagOf(task),
    title: withoutTags(task.taskName) || 'A reminder',
    body: wasDue(reminder, now) ? `was due ${clock}` : when,
    path: editPath('today', taskId),
    reminder: { ...reminder, fireId: keyOf(task) },
  };
}

/** Waits until the reminded tasks are others than these. */
function* othersThan(known: readonly Task[]): Saga {
  let items = yield* select(({ tasks }: TasksRoot) => tasks.items);
  for (;;) {
    yield* take(() => true);
    const now = yield* select(({ tasks }: TasksRoot) => tasks.items);
    if (now === items) continue;
    items = now;
    yield* delay(SETTLE_MS);
    if ((yield* select(selectReminded)) !== known) return;
  }
}

type Look = { tasks: readonly Task[]; since: number; isAway: boolean; isFirst?: boolean };

/** Shows what came after an instant until now, which it returns. What nobody saw come counts as missed. */
function* remindSince(
  { reminders, clock }: ReminderServices,
  { tasks, since, isAway, isFirst = false }: Look,
): Saga<number> {
  const [now, zone] = [clock.now(), reminders.zone()];
  const came = [];
  for (const task of tasks) {
    const reminder = reminderOf(task, zone);
    const late = now - reminder.at;
    const isNew = reminder.at > since;
    if (late < 0 || (!isNew && !(isFirst && late <= OLDEST_MS))) continue;
    const isNotified = isNew && late <= OLDEST_MS && reminders.mayNotify();
    if (isNotified) yield* call(reminders.show, noticeOf(task, reminder, now));
    const isMissed = isNew && (!isNotified || isAway || isLate(reminder.at, now));
    came.push({ ...reminder, ...(isMissed && { isMissed: true as const }) });
  }
  if (came.length > 0) yield* put(remindersCame(came));
  return now;
}

/** Waits until the next reminder, or the next look; for ever without one. */
function* untilNext({ reminders, clock }: ReminderServices, tasks: readonly Task[]): Saga<true> {
  const [now, zone] = [clock.now(), reminders.zone()];
  const next = tasks.map(task => reminderOf(task, zone).at).filter(at => at > now);
  if (next.length === 0) yield* take(() => false);
  return yield* delay(Math.min(Math.min(...next) - now, LONGEST_WAIT_MS));
}

/**
 * Shows each reminder when it comes. After a sleep it shows what came meanwhile. A reminder that a person sets for a
 * moment that has passed does not come.
 */
function* keepReminding(services: ReminderServices, seenAt: number): Saga {
  const { reminders, clock } = services;
  const wakes = channelOf<'woke'>(emit => clock.onWake(() => emit('woke')));
  try {
    let tasks = yield* select(selectReminded);
    let since = yield* remindSince(services, { tasks, since: seenAt, isAway: true, isFirst: true });
    for (;;) {
      if (reminders.isVisible()) yield* call(reminders.see, since);
      const happened = yield* race({
        timer: untilNext(services, tasks),
        woke: takeFrom(wakes),
        changed: othersThan(tasks),
      });
      since = yield* remindSince(services, { tasks, since, isAway: !reminders.isVisible() });
      if (!('timer' in happened)) tasks = yield* replaced(services, tasks);
    }
  } finally {
    wakes.close();
  }
}

/** The reminded tasks as they are now. Notifications of those that were done or moved meanwhile are removed. */
function* replaced({ reminders }: ReminderServices, before: readonly Task[]): Saga<Task[]> {
  const tasks = yield* select(selectReminded);
  const tags = new Set(tasks.map(tagOf));
  for (const tag of before.map(tagOf)) if (!tags.has(tag)) yield* call(reminders.close, tag);
  return tasks;
}

/** Waits for the server's list, so that what was done elsewhere does not come; offline the device's list has to do. */
function* listKnown({ connection }: ReminderServices): Saga {
  if (connection.isOnline()) yield* race({ live: listIsLive(), late: delay(LIST_TIMEOUT_MS) });
}

function* listIsLive(): Saga {
  while (!(yield* select(({ tasks }: TasksRoot) => tasks.isLive))) yield* take(() => true);
}

/** Opens the task of a notification that was clicked. */
function* followClicks({ reminders, navigation }: ReminderServices): Saga {
  const clicks = channelOf<string>(emit => reminders.onOpen(emit));
  try {
    for (;;) navigation.go(yield* takeFrom(clicks));
  } finally {
    clicks.close();
  }
}

/** Remembers what was missed: a reload is no new visit. */
function* keepMissed({ reminders }: ReminderServices): Saga {
  const came = yield* select(({ reminders: state }: RemindersRoot) => state.came);
  yield* call(
    reminders.keepMissed,
    came.filter(({ isMissed }) => isMissed),
  );
}

/** All of reminders for the signed-in user, until the session ends. */
export function* remindersSaga(services: ReminderServices, userId: string): Saga {
  yield* fork(followClicks, services);
  const { seenAt, missed, device } = yield* call(services.reminders.begin, userId);
  if (missed.length > 0) yield* put(remindersCame(missed.map(reminder => ({ ...reminder, isMissed: true }))));
  yield* takeEvery([remindersCame, missedDismissed], keepMissed, services);
  yield* fork(followPush, services, userId, device);
  yield* call(listKnown, services);
  yield* call(keepReminding, services, seenAt);
}
