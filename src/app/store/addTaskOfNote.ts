import { put, select, takeEvery, type Saga } from '../../lib/effects';
import { noteTaskRequested } from '../../notes/wall/arranging/taskOfNote';
import { taskAddAtOnceRequested } from '../../tasks/wire/taskAdding';
import { selectToday } from '../../ui/uiSlice';

/** Adds a task for today in the list Personal for each note, with the note's text. */
export function* addTasksOfNotes(): Saga {
  yield* takeEvery(noteTaskRequested, function* add({ payload: { words, operationId } }): Saga {
    const taskDueDay = yield* select(selectToday);
    yield* put(taskAddAtOnceRequested({ ...words, taskList: 'personal', taskDueDay }, null, operationId));
  });
}
