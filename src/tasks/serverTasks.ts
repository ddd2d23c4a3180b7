import { original } from '@reduxjs/toolkit';
import { MANY } from '../outbox/unsent';
import { noteWritten } from '../reads';
import type { Json, Records } from '../services';
import { fieldsOfRecord, isTaskId, sameFields, standInId, type Task, type TaskFields } from './task';
import { buildTaskList, taskIdOfKey, taskOf } from './taskList';
import {
  prepareForMany,
  serverVersion,
  show,
  unsentOf,
  type TaskChanges,
  type TasksState,
} from './tasksState';

/** With more differences than this the list is built anew, which costs less than putting them one by one. */
const REBUILD = 2000;

/** taskIds of what is unsent, by the database's key: a task that waits to be deleted is in no list any more. */
function unsentKeys({ changes }: TasksState): Map<string, number> {
  const keys = new Map<string, number>();
  for (const { base, operations } of Object.values(changes)) {
    const { fireId, taskId } = operations[0]!.payload;
    const key = base?.fireId ?? fireId;
    if (key !== null) keys.set(key, taskId);
  }
  return keys;
}

/** True when the record is what an add of this device made, whose answer has not come (yet). */
const isAnswerTo = (unsent: TaskChanges | undefined, fields: TaskFields) => {
  const add = unsent?.base === null ? unsent.operations[0] : undefined;
  return add?.kind === 'task/add' && sameFields(add.payload.fields, fields);
};

/** The taskId that an unknown record brings, if it may have it: nobody else does, or it is an add's own answer. */
function ownIdOf(
  { changes }: TasksState,
  isListed: (taskId: number) => boolean,
  record: Json,
  fields: TaskFields,
): number | undefined {
  const { taskId } = record as { taskId?: Json };
  if (!isTaskId(taskId) || isListed(taskId)) return undefined;
  return !changes[taskId] || isAnswerTo(changes[taskId], fields) ? taskId : undefined;
}

/** Takes the server's version of single records (null: deleted). */
export function takeRecords(state: TasksState, records: Records) {
  const unsent = unsentKeys(original(state)!);
  const entries = Object.entries(records);
  if (entries.length > MANY) prepareForMany(state);
  const isListed = (id: number) => !state.changes[id] && taskOf(state.list, id) !== undefined;
  for (const [fireId, record] of entries) {
    noteWritten(state, fireId);
    const fields = fieldsOfRecord(record);
    const known = taskIdOfKey(state.list, fireId) ?? unsent.get(fireId);
    if (fields) {
      const isTaken = (id: number) => isListed(id) || id in state.changes;
      const taskId = known ?? ownIdOf(state, isListed, record, fields) ?? standInId(fireId, isTaken);
      show(state, taskId, { base: { ...fields, taskId, fireId }, operations: unsentOf(state, taskId) });
    } else if (known !== undefined) {
      show(state, known, { base: null, operations: unsentOf(state, known) });
    }
  }
}

/** Takes a whole list: what it lacks is gone, but for what was `written` since it was asked for. */
export function takeList(state: TasksState, records: Records, written: Record<string, true>) {
  const before = original(state)!;
  const versions = versionsOf(before, records, written);
  const differences: number[] = [];
  for (const shard of before.list.shards) {
    for (const id in shard) if (!before.changes[+id] && !versions.has(+id)) differences.push(+id);
  }
  for (const [id, task] of versions) {
    const known = serverVersion(before, id);
    if (!known || known.fireId !== task.fireId || !sameFields(known, task)) differences.push(id);
  }
  for (const id of Object.keys(before.changes).map(Number)) {
    if (before.changes[id]!.base && !versions.has(id)) differences.push(id);
  }
  if (differences.length > REBUILD) {
    state.list = buildTaskList([...versions.values()].filter(({ taskId }) => !before.changes[taskId]));
    for (const id of Object.keys(before.changes).map(Number)) {
      show(state, id, { base: versions.get(id) ?? null, operations: before.changes[id]!.operations });
    }
    return;
  }
  if (differences.length > MANY) prepareForMany(state);
  for (const id of differences) {
    show(state, id, { base: versions.get(id) ?? null, operations: unsentOf(before, id) });
  }
}

/** The server's tasks by taskId, as a list of records leaves them: a known record keeps the taskId that it has here. */
function versionsOf(before: TasksState, records: Records, written: Record<string, true>): Map<number, Task> {
  const versions = new Map<number, Task>();
  const unsent = unsentKeys(before);
  const idOf = (fireId: string) => taskIdOfKey(before.list, fireId) ?? unsent.get(fireId);
  for (const fireId in written) {
    const taskId = idOf(fireId);
    const version = taskId === undefined ? null : serverVersion(before, taskId);
    if (version) versions.set(version.taskId, version);
  }
  const unknown: [string, Json, TaskFields][] = [];
  for (const [fireId, record] of Object.entries(records)) {
    const fields = fieldsOfRecord(record);
    if (!fields || fireId in written) continue;
    const taskId = idOf(fireId);
    if (taskId === undefined) unknown.push([fireId, record, fields]);
    else versions.set(taskId, { ...fields, taskId, fireId });
  }
  // Every taskId of a record's own is given before the first stand-in.
  const without: [string, TaskFields][] = [];
  for (const [fireId, record, fields] of unknown) {
    const taskId = ownIdOf(before, id => versions.has(id), record, fields);
    if (taskId === undefined) without.push([fireId, fields]);
    else versions.set(taskId, { ...fields, taskId, fireId });
  }
  for (const [fireId, fields] of without) {
    const taskId = standInId(fireId, id => versions.has(id) || id in before.changes);
    versions.set(taskId, { ...fields, taskId, fireId });
  }
  return versions;
}
