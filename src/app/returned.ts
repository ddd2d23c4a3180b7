import { call, select, takeEvery, type Saga } from '../lib/effects';
import type { NotesRoot } from '../notes/notesSelectors';
import { noteListArrived, noteRecordsArrived } from '../notes/notesSlice';
import type { Operation } from '../sync/operations';
import type { Outbox } from '../sync/queue';
import type { Records } from '../services/database';
import type { TasksRoot } from '../tasks/tasksSelectors';
import { taskListArrived, taskRecordsArrived, tasksLoaded } from '../tasks/tasksSlice';
import { changesOf, unsentIds } from '../tasks/tasksState';

const selectAll = (state: TasksRoot & NotesRoot) => state;
const isHeldAsGone = (operations: readonly Operation[]) =>
  operations.some(
    ({ status, found }) => status === 'held' && (found as { type?: string } | undefined)?.type === 'gone',
  );

/** What was deleted elsewhere and has been put back takes the changes that were held for it; kept as new it would be two. */
export function* resumeReturned({ outbox }: { outbox: Outbox }, userId: string): Saga {
  yield* takeEvery([taskListArrived, taskRecordsArrived, tasksLoaded], function* ({ payload }): Saga {
    const { tasks } = yield* select(selectAll);
    for (const taskId of unsentIds(tasks)) {
      const { base, operations } = changesOf(tasks, taskId)!;
      if (base?.fireId && (payload as Records)[base.fireId] && isHeldAsGone(operations))
        yield* call(outbox.release, userId, operations[0]!.lane);
    }
  });
  yield* takeEvery([noteListArrived, noteRecordsArrived], function* ({ payload }): Saga {
    const { notes } = yield* select(selectAll);
    for (const [fireId, { operations }] of Object.entries(notes.changes)) {
      if ((payload as Records)[fireId] && isHeldAsGone(operations))
        yield* call(outbox.release, userId, operations[0]!.lane);
    }
  });
}
