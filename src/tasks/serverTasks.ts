import { noteWritten } from '../reads';
import type { Json, Records } from '../services';
import {
  fieldsOfRecord,
  isRecordOf,
  isTaskId,
  sameFields,
  standInId,
  type Task,
  type TaskFields,
} from './task';
import { buildTaskList, taskIdsByKey, taskOf } from './taskList';
import {
  changesById,
  changesOf,
  knownAs,
  serverVersion,
  show,
  unsentOf,
  type TaskChanges,
  type TasksState,
} from './tasksState';

/** With more differences than this the list is built anew, which costs less than putting them one by one. */
const REBUILD = 500;

/** True when the record is what an add of this device made, whose answer has not come (yet). */
const isAnswerTo = (unsent: TaskChanges | undefined, fields: TaskFields) => {
  const add = unsent?.base === null ? unsent.operations[0] : undefined;
  return add?.kind === 'task/add' && sameFields(add.payload.fields, fields);
};

/** The taskId that an unknown record brings, if it may have it: nobody else does, or it is an add's own answer. */
function ownIdOf(
  state: TasksState,
  isListed: (taskId: number) => boolean,
  record: Json,
  fields: TaskFields,
): number | undefined {
  const { taskId } = record as { taskId?: Json };
  if (!isTaskId(taskId) || isListed(taskId)) return undefined;
  const changes = changesOf(state, taskId);
  return !changes || isAnswerTo(changes, fields) ? taskId : undefined;
}

/** Takes the server's version of single records (null: deleted). */
export function takeRecords(state: TasksState, records: Records) {
  noteWritten(state, Object.keys(records));
  const isListed = (id: number) => !changesOf(state, id) && taskOf(state.list, id) !== undefined;
  const isTaken = (id: number) => isListed(id) || changesOf(state, id) !== undefined;
  const take = (fireId: string, taskId: number, fields: TaskFields | null) =>
    show(state, taskId, {
      base: fields && { ...fields, taskId, fireId },
      operations: unsentOf(state, taskId),
    });
  // Every taskId of a record's own is given before the first stand-in.
  const without: [string, TaskFields][] = [];
  for (const [fireId, record] of Object.entries(records)) {
    const fields = fieldsOfRecord(record);
    const taskId = knownAs(state, fireId) ?? (fields ? ownIdOf(state, isListed, record, fields) : undefined);
    if (taskId !== undefined) take(fireId, taskId, fields);
    else if (fields) without.push([fireId, fields]);
  }
  for (const [fireId, fields] of without) take(fireId, standInId(fireId, isTaken), fields);
}

/** Whether a record says anything new. */
function isNews(state: TasksState, fireId: string, record: Json) {
  const taskId = knownAs(state, fireId);
  const known = taskId === undefined ? null : serverVersion(state, taskId);
  return known ? !isRecordOf(known, record) : taskId !== undefined || fieldsOfRecord(record) !== null;
}

/** Takes a whole list: what it lacks is gone, but for what was `written` since it was asked for. */
export function takeList(state: TasksState, records: Records, written: Readonly<Record<string, true>>) {
  const differences: Records = {};
  for (const keys of [state.list.keys, state.changedKeys]) {
    for (const { fireId } of taskIdsByKey.all(keys)) if (!(fireId in records)) differences[fireId] = null;
  }
  for (const fireId in records) {
    if (isNews(state, fireId, records[fireId]!)) differences[fireId] = records[fireId]!;
  }
  for (const fireId in written) delete differences[fireId];
  if (Object.keys(differences).length > REBUILD) rebuild(state, records, written);
  else takeRecords(state, differences);
}

function rebuild(state: TasksState, records: Records, written: Readonly<Record<string, true>>) {
  const versions = versionsOf(state, records, written);
  const unsent = [...changesById.all(state.changes)];
  state.list = buildTaskList([...versions.values()].filter(({ taskId }) => !changesOf(state, taskId)));
  for (const { taskId, operations } of unsent) {
    show(state, taskId, { base: versions.get(taskId) ?? null, operations });
  }
}

/** The server's tasks by taskId, as a list of records leaves them: a known record keeps the taskId that it has here. */
function versionsOf(state: TasksState, records: Records, written: Readonly<Record<string, true>>) {
  const versions = new Map<number, Task>();
  for (const fireId in written) {
    const taskId = knownAs(state, fireId);
    const version = taskId === undefined ? null : serverVersion(state, taskId);
    if (version) versions.set(version.taskId, version);
  }
  const unknown: [string, Json, TaskFields][] = [];
  for (const fireId in records) {
    const fields = fieldsOfRecord(records[fireId]);
    if (!fields || fireId in written) continue;
    const taskId = knownAs(state, fireId);
    if (taskId === undefined) unknown.push([fireId, records[fireId]!, fields]);
    else versions.set(taskId, { ...fields, taskId, fireId });
  }
  const without: [string, TaskFields][] = [];
  for (const [fireId, record, fields] of unknown) {
    const taskId = ownIdOf(state, id => versions.has(id), record, fields);
    if (taskId === undefined) without.push([fireId, fields]);
    else versions.set(taskId, { ...fields, taskId, fireId });
  }
  for (const [fireId, fields] of without) {
    const taskId = standInId(fireId, id => versions.has(id) || changesOf(state, id) !== undefined);
    versions.set(taskId, { ...fields, taskId, fireId });
  }
  return versions;
}
