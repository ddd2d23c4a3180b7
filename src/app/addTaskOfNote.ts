import { put, select, takeEvery, type Saga } from '../lib/effects';
import { noteTaskRequested } from '../notes/taskOfNote';
import type { Random } from '../services/device';
import { requestChange } from '../sync/operations';
import { freeTaskId, type TaskFields } from '../tasks/task';
import { taskChange } from '../tasks/taskKinds';
import { selectIsTaken, type TasksRoot } from '../tasks/tasksSelectors';
import { selectToday } from '../ui/uiSlice';

/** Adds tasks for today with the words of notes, in the list Personal; a toast names each. */
export function* addTasksOfNotes({ random }: { random: Random }): Saga {
  yield* takeEvery(noteTaskRequested, function* add({ payload: { words, operationId } }): Saga {
    const state = yield* select((now: TasksRoot) => now);
    const taskId = freeTaskId(id => selectIsTaken(state, id), random.below);
    const fields: TaskFields = {
      ...words,
      taskList: 'personal',
      taskDueDay: yield* select(selectToday),
    };
    const options = { id: operationId, isAnnounced: true } as const;
    yield* put(requestChange(taskChange('task/add', { taskId, fireId: null, fields }), options));
  });
}
