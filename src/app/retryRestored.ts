import { call, select, takeEvery, type Saga } from '../lib/effects';
import { noteItemKey, noteRecordsArrived } from '../notes/noteKinds';
import { noteListArrived, notesLoaded } from '../notes/notesSlice';
import { noteList } from '../notes/notesState';
import type { Operation } from '../sync/operations';
import type { Queue } from '../sync/queue';
import { taskItemKey } from '../tasks/taskKinds';
import { taskListArrived, taskRecordsArrived, tasksLoaded } from '../tasks/tasksSlice';
import { taskList } from '../tasks/tasksState';
import type { RootState } from './rootReducer';

const selectAll = (state: RootState) => state;

const isBlockedAsGone = (operations: readonly Operation[]) =>
  operations.some(({ conflict }) => conflict?.type === 'gone');

/**
 * Retries edits that were blocked because their record was deleted elsewhere, when it is there again: 'Keep as new' would
 * make a second one.
 */
export function* retryRestored({ queue }: { queue: Queue }, userId: string): Saga {
  yield* takeEvery([taskListArrived, taskRecordsArrived, tasksLoaded], function* ({ payload }): Saga {
    const { tasks } = yield* select(selectAll);
    for (const { id, base, operations } of taskList.allPending(tasks))
      if (base?.fireId && payload[base.fireId] && isBlockedAsGone(operations))
        yield* call(queue.retry, userId, taskItemKey(id));
  });
  yield* takeEvery([noteListArrived, noteRecordsArrived, notesLoaded], function* ({ payload }): Saga {
    const { notes } = yield* select(selectAll);
    for (const { id, operations } of noteList.allPending(notes))
      if (payload[id] && isBlockedAsGone(operations)) yield* call(queue.retry, userId, noteItemKey(id));
  });
}
