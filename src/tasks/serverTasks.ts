import { original } from '@reduxjs/toolkit';
import { noteWritten } from '../sync/readState';
import type { Json, Records } from '../services/database';
import {
  fieldsOfRecord,
  isRecordOf,
  isTaskId,
  sameFields,
  standInId,
  type StoredTask,
  type Task,
  type TaskFields,
} from './task';
import { buildTaskList, taskCount, taskOf, tasksOf } from './taskList';
import {
  changesOf,
  knownAs,
  listOf,
  serverVersion,
  show,
  unsentIds,
  unsentOf,
  withDone,
  type TaskChanges,
  type TasksState,
} from './tasksState';

/** Putting one task costs what building a list of about so many does: with more to put the list is built anew. */
const PUT_IN_BUILDS = 20;

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
  const unsent = changesOf(state, taskId);
  return !unsent || isAnswerTo(unsent, fields) ? taskId : undefined;
}

/** Takes the server's version of single records (null: deleted); one from the cache is older than any answer. */
export function takeRecords(state: TasksState, records: Records, isCached = false) {
  const isListed = (id: number) => !changesOf(state, id) && taskOf(listOf(state), id) !== undefined;
  for (const [fireId, record] of Object.entries(records)) {
    if (!isCached) noteWritten(state, fireId);
    const fields = fieldsOfRecord(record);
    const known = knownAs(state, fireId);
    if (fields) {
      const isTaken = (id: number) => isListed(id) || changesOf(state, id) !== undefined;
      const taskId = known ?? ownIdOf(state, isListed, record, fields) ?? standInId(fireId, isTaken);
      const base = withDone(state, { ...fields, taskId, fireId });
      show(state, taskId, { base, operations: unsentOf(state, taskId) });
    } else if (known !== undefined) {
      show(state, known, { base: null, operations: unsentOf(state, known) });
    }
  }
}

/** Takes a whole list: what it lacks is gone, but for what was `written` since it was asked for. */
export function takeList(state: TasksState, records: Records, written: Record<string, true>) {
  const before = original(state) as TasksState;
  const { versions, differences } = versionsOf(before, records, written);
  const unsent = unsentIds(before);
  const unchanged = versions.size - differences.length;
  // Most lists are what is known already: where as many are as they were, none is gone.
  if (unsent.length > 0 || unchanged < taskCount(before.list)) {
    for (const { taskId } of tasksOf(before.list)) {
      if (!versions.has(taskId) && !changesOf(before, taskId)) differences.push(taskId);
    }
    for (const id of unsent) {
      if (changesOf(before, id)!.base && !versions.has(id)) differences.push(id);
    }
  }
  if (differences.length > 0) state.newsCount++;
  if (differences.length * PUT_IN_BUILDS > versions.size) {
    state.list = buildTaskList([...versions.values()].filter(({ taskId }) => !changesOf(before, taskId)));
    for (const id of unsent) {
      show(state, id, { base: versions.get(id) ?? null, operations: unsentOf(before, id) });
    }
    return;
  }
  for (const id of differences) {
    show(state, id, { base: versions.get(id) ?? null, operations: unsentOf(before, id) });
  }
}

/**
 * The server's tasks by taskId, as a list of records leaves them, and which of them are new or differ: a known record
 * keeps the taskId that it has here.
 */
function versionsOf(before: TasksState, records: Records, written: Record<string, true>) {
  const versions = new Map<number, Task>();
  const differences: number[] = [];
  const writtenKeys = new Set(Object.keys(written));
  for (const fireId of writtenKeys) {
    const taskId = knownAs(before, fireId);
    const version = taskId === undefined ? null : serverVersion(before, taskId);
    if (version) versions.set(version.taskId, version);
  }
  const take = (task: StoredTask) => {
    const known = serverVersion(before, task.taskId);
    if (!known || known.fireId !== task.fireId || !sameFields(known, task)) differences.push(task.taskId);
    versions.set(task.taskId, withDone(before, task));
  };
  const unknown: [string, Json, TaskFields][] = [];
  for (const [fireId, record] of Object.entries(records)) {
    if (writtenKeys.has(fireId)) continue;
    const taskId = knownAs(before, fireId);
    const known = taskId === undefined ? null : serverVersion(before, taskId);
    if (known?.fireId === fireId && isRecordOf(known, record)) {
      versions.set(known.taskId, known);
      continue;
    }
    const fields = fieldsOfRecord(record);
    if (!fields) continue;
    if (taskId === undefined) unknown.push([fireId, record, fields]);
    else take({ ...fields, taskId, fireId });
  }
  // Every taskId of a record's own is given before the first stand-in.
  const without: [string, TaskFields][] = [];
  for (const [fireId, record, fields] of unknown) {
    const taskId = ownIdOf(before, id => versions.has(id), record, fields);
    if (taskId === undefined) without.push([fireId, fields]);
    else take({ ...fields, taskId, fireId });
  }
  for (const [fireId, fields] of without) {
    const taskId = standInId(fireId, id => versions.has(id) || changesOf(before, id) !== undefined);
    take({ ...fields, taskId, fireId });
  }
  return { versions, differences };
}
