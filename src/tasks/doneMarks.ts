import { plain } from '../lib/plain';
import type { Json, Records } from '../services/database';
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
    taskList.showHeard(state, base.taskId, { ...base, doneAt: mark?.doneAt ?? null }, operations);
  },
});

/**
 * Takes the marks of a task that the server has confirmed, but for one that the live listener has told already: another
 * device may have changed it since. The answer to a write and the live listener come by two connections.
 */
export function takeConfirmedMarks(state: TasksState, marks: Records) {
  const isHeard = ([fireId, mark]: [string, Json]) => {
    const id = taskList.idOfKey(state, fireId);
    const { heard = [] } = (id !== undefined && taskList.pendingOf(state, id)) || {};
    return heard.some(task => task?.fireId === fireId && task.doneAt === mark);
  };
  const news = Object.entries(marks).filter(one => !isHeard(one));
  doneMarks.takeChanges(state, Object.fromEntries(news));
}
