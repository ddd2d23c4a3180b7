import { plain } from '../lib/plain';
import type { Json } from '../services/database';
import { besideListBy } from '../sync/besideList';
import { taskList, type DoneMark, type TasksState } from './tasksState';

const isInstant = (value: Json): value is string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** The server's marks of what is done; a value that is no instant marks nothing. */
export const doneMarks = besideListBy<TasksState, DoneMark>({
  name: 'done',
  read: ({ done }) => plain(done),
  write(state, done) {
    state.done = done;
  },
  parse: (fireId, value) => (isInstant(value) ? { fireId, doneAt: value } : null),
  areSame: (a, b) => a.doneAt === b.doneAt,
  changed(state, fireId, mark) {
    const taskId = taskList.idOfKey(state, fireId);
    const base = taskId === undefined ? null : taskList.serverItem(state, taskId);
    if (!base) return;
    const operations = taskList.pendingOf(state, base.taskId)?.operations ?? [];
    taskList.show(state, base.taskId, { ...base, doneAt: mark?.doneAt ?? null }, operations);
  },
});
