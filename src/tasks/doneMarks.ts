import { plain } from '../lib/plain';
import type { Json, Records } from '../services/database';
import { doneByKey, doneOf, taskList, type DoneMark, type TasksState } from './tasksState';

/** How a mark that is newer than a read under way is noted beside the records'. */
const noteOf = (fireId: string) => `done/${fireId}`;
/** The live list arrived since the read began. */
const ALL = noteOf('');

const isInstant = (value: Json | undefined): value is string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value));

const markChanged = (state: TasksState, note: string) => {
  if (state.phase === 'loading') state.changedWhileLoading[note] = true;
};

/** Keeps what the server says of one task (null: to be done), and shows it. */
function putMark(state: TasksState, fireId: string, doneAt: string | null) {
  const marks = doneOf(state);
  if ((doneByKey.get(marks, fireId)?.doneAt ?? null) === doneAt) return;
  state.done = doneAt === null ? doneByKey.remove(marks, fireId) : doneByKey.put(marks, { fireId, doneAt });
  const taskId = taskList.idOfKey(state, fireId);
  const base = taskId === undefined ? null : taskList.serverItem(state, taskId);
  if (!base) return;
  const operations = taskList.pendingOf(state, base.taskId)?.operations ?? [];
  taskList.show(state, base.taskId, { ...base, doneAt }, operations);
}

/** Takes single marks (null: removed); a value that is no instant marks nothing. */
export function takeDoneMarks(state: TasksState, records: Records) {
  for (const [fireId, value] of Object.entries(records)) {
    markChanged(state, noteOf(fireId));
    putMark(state, fireId, isInstant(value) ? value : null);
  }
}

/** Takes all marks, but for what is newer than the read that they answer. */
export function takeDoneList(state: TasksState, records: Records, isLive = false) {
  const changed = isLive ? {} : plain(state.changedWhileLoading);
  if (ALL in changed) return;
  if (isLive) markChanged(state, ALL);
  const before = doneOf(state);
  const known = new Map<string, string | null>();
  for (const { fireId } of doneByKey.all(before)) known.set(fireId, null);
  for (const [fireId, value] of Object.entries(records)) if (isInstant(value)) known.set(fireId, value);
  if (before === doneByKey.empty && !state.isKnown && state.pendingCount === 0) {
    // At the start the marks come before their tasks, and nothing has to be shown anew.
    state.done = doneByKey.of([...known].map(([fireId, doneAt]): DoneMark => ({ fireId, doneAt: doneAt! })));
    return;
  }
  for (const [fireId, doneAt] of known) if (!(noteOf(fireId) in changed)) putMark(state, fireId, doneAt);
}
