import { put, select, takeEvery, type Saga } from '../../lib/effects';
import { noteTaskRequested } from '../../notes/taskOfNote';
import { taskAddAtOnceRequested } from '../../tasks/wire/taskAdding';
import { selectToday } from '../../ui/uiSlice';

/** Adds tasks for today with the words of notes, in the list Personal. */
export function* addTasksOfNotes(): Saga {
  yield* takeEvery(noteTaskRequested, function* add({ payload: { words, operationId } }): Saga {
    const taskDueDay = yield* select(selectToday);
    yield* put(taskAddAtOnceRequested({ ...words, taskList: 'personal', taskDueDay }, null, operationId));
  });
}
