import { call, select, takeEvery, type Saga } from '../lib/effects';
import { operationDelivered } from '../sync/operations';
import type { Outbox } from '../sync/queue';
import type { TasksRoot } from './tasksSelectors';
import { taskAddClosed, taskListArrived, taskRecordsArrived, tasksLoaded } from './tasksSlice';
import { changesOf, unsentIds } from './tasksState';

const selectTasks = (state: TasksRoot) => state.tasks;

/**
 * What an add made may be heard of before its answer, or instead of it: a record that came with the add's taskId and its
 * words is the answer. Once another device changes it, nothing else could tell whose it is, and it would be made again.
 */
export function* settleHeardAdds({ outbox }: { outbox: Outbox }): Saga {
  /** The last one whose answer came: what sent it is about to settle it. */
  let deliveredId: string | undefined;
  yield* takeEvery(operationDelivered, ({ payload }: ReturnType<typeof operationDelivered>) => {
    deliveredId = payload.operationId;
  });
  yield* takeEvery([tasksLoaded, taskListArrived, taskRecordsArrived, taskAddClosed], function* (): Saga {
    const tasks = yield* select(selectTasks);
    for (const taskId of unsentIds(tasks)) {
      const { base, operations } = changesOf(tasks, taskId)!;
      const [add] = operations;
      if (add?.kind !== 'task/add' || !base || base.fireId === null) continue;
      if (add.id === tasks.adding?.operationId || add.id === deliveredId) continue; // the answer itself is waited for
      yield* call(outbox.settle, add, base, { fireId: base.fireId });
    }
  });
}
