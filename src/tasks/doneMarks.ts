import type { Json, Records } from '../services/database';
import {
  doneByKey,
  doneOf,
  knownAs,
  serverVersion,
  show,
  unsentOf,
  type DoneMark,
  type TasksState,
} from './tasksState';
import { noteWritten } from '../sync/readState';

/** How a mark's being newer than a request that is under way is noted beside the records'. */
const noteOf = (fireId: string) => `done/${fireId}`;
/** The live list arrived since the running request began. */
const ALL = noteOf('');

const isInstant = (value: Json | undefined): value is string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** Keeps what the server says of one task (null: to be done), and shows it. */
function put(state: TasksState, fireId: string, doneAt: string | null) {
  const marks = doneOf(state);
  if ((doneByKey.get(marks, fireId)?.doneAt ?? null) === doneAt) return;
  state.done = doneAt === null ? doneByKey.remove(marks, fireId) : doneByKey.put(marks, { fireId, doneAt });
  const taskId = knownAs(state, fireId);
  const base = taskId === undefined ? null : serverVersion(state, taskId);
  if (base) show(state, base.taskId, { base: { ...base, doneAt }, operations: unsentOf(state, base.taskId) });
}

/** Takes single marks (null: taken away); a value that is no instant marks nothing. */
export function takeDoneMarks(state: TasksState, records: Records) {
  for (const [fireId, value] of Object.entries(records)) {
    noteWritten(state, noteOf(fireId));
    put(state, fireId, isInstant(value) ? value : null);
  }
}

/** Takes all marks, but for what is newer than the request that they answer. */
export function takeDoneList(state: TasksState, records: Records, isLive = false) {
  const written = isLive ? {} : state.writtenKeys;
  if (ALL in written) return;
  if (isLive) noteWritten(state, ALL);
  const before = doneOf(state);
  const known = new Map<string, string | null>();
  for (const { fireId } of doneByKey.all(before)) known.set(fireId, null);
  for (const [fireId, value] of Object.entries(records)) if (isInstant(value)) known.set(fireId, value);
  if (before === doneByKey.empty && knowsNone(state)) {
    const marks = [...known].map(([fireId, doneAt]): DoneMark => ({ fireId, doneAt: doneAt! }));
    state.done = doneByKey.of(marks);
    return;
  }
  for (const [fireId, doneAt] of known) if (!(noteOf(fireId) in written)) put(state, fireId, doneAt);
}

/** At the start the marks come first, and nothing has to be shown anew. */
const knowsNone = ({ isKnown, unsentCount }: TasksState) => !isKnown && unsentCount === 0;
