import { call, firstOf, race, select, take, type Saga } from '../lib/effects';
import type { RemindersService } from '../services/reminders';
import type { TasksRoot } from '../tasks/tasksSelectors';
import type { ReminderServices } from './remindersSagas';
import { selectHasReminded } from './reminded';
import { settingsOpened } from './remindersSlice';

export type RemindersLoader = {
  /** Whether this browser may notify: it then may be reached by push. Without its code. */
  mayNotify(): boolean;
  loadReminders(): Promise<RemindersService>;
};
type Services = RemindersLoader & Omit<ReminderServices, 'reminders'>;

/** Waits until a task has a reminder, or the settings of reminders are open. */
function* wanted(): Saga {
  const isWanted = (state: TasksRoot) => state.tasks.isKnown && selectHasReminded(state);
  while (!(yield* select(isWanted))) if (settingsOpened.match(yield* take(() => true))) return;
}

/** Reminds, with code that is loaded behind the first screen, once it is needed. */
export function* followReminders(services: Services, userId: string): Saga {
  const { clock, mayNotify, loadReminders } = services;
  if (!mayNotify()) yield* wanted();
  yield* call(clock.afterPaint);
  for (;;) {
    try {
      const reminders = yield* call(loadReminders);
      const { remindersSaga } = yield* call(
        () => import(/* webpackChunkName: "reminders" */ './remindersSagas'),
      );
      return yield* call(remindersSaga, { ...services, reminders }, userId);
    } catch (failure) {
      if (!isChunkFailure(failure)) throw failure;
      yield* race({
        woke: firstOf<'woke'>(emit => clock.onWake(() => emit('woke'))),
        online: firstOf<true>(emit => services.connection.follow(isOnline => isOnline && emit(true))),
      });
    }
  }
}

const isChunkFailure = (failure: unknown) => (failure as Error | null)?.name === 'ChunkLoadError';
