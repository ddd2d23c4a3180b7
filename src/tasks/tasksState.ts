import { plain } from '../lib/text/plain';
import type { Json } from '../services/database';
import { kindIn } from '../sync/kinds';
import type { Operation } from '../sync/operations';
import { recordListBy } from '../sync/records/list/recordList';
import type { RecordListState } from '../sync/records/list/recordState';
import {
  fieldsOfRecord,
  isRecordOf,
  sameFields,
  standInId,
  taskIdOfRecord,
  type Task,
  type TaskFields,
} from './task';
import { daysOf, emptyDays, withTask, type TaskDays } from './taskDays';
import { taskKinds } from './taskKinds';
import type { StepPayload } from './taskPayloads';
import { taskSidecars } from './taskSidecars';

export type TasksState = RecordListState<Task, number> & {
  days: TaskDays;
  /**
   * Tasks ticked off just now, by taskId: the operation, and the step of a repeating task. They stay in their place
   * for a moment.
   */
  justDone: Record<number, { operationId: string; step?: StepPayload }>;
  /** The add for which the form waits; listed when it is answered, or waits for the network. */
  adding: { operationId: string; taskId: number | null; failure: string | null } | null;
};

/** Whether a record was created by an add of this device whose answer has not arrived. */
const isAnswerTo = (add: Operation, record: Json) => {
  const fields = fieldsOfRecord(record);
  const added = kindIn(taskKinds, add)?.added?.(add.payload) as TaskFields | undefined;
  return added !== undefined && fields !== null && sameFields(added, fields);
};

/** The tasks of the signed-in user: a record list, and calendars of their days. */
export const taskList = recordListBy<TasksState, Task, number>({
  list: 'tasks',
  sidecars: taskSidecars,
  kinds: taskKinds,
  idOf: ({ taskId }) => taskId,
  idOfPayload: ({ taskId }: { taskId: number }) => taskId,
  keyOf: ({ fireId }) => fireId,
  parse(record, taskId, fireId) {
    const fields = fieldsOfRecord(record);
    return fields && { ...fields, taskId, fireId, doneAt: null };
  },
  isRecordOf,
  newIds: {
    own(state, record, isTaken): number | undefined {
      const taskId = record === null ? undefined : taskIdOfRecord(record);
      if (taskId === undefined) return undefined;
      const pending = taskList.pendingOf(state, taskId);
      if (!pending) return isTaken(taskId) ? undefined : taskId;
      const [first] = pending.operations;
      return !pending.base && first && isAnswerTo(first, record) ? taskId : undefined;
    },
    standIn: standInId,
  },
  shown(state, { id, base, operations }, applied) {
    const isAwaited = operations.length > 0 && operations[0]!.id === state.adding?.operationId;
    if (isAwaited) state.adding!.taskId = id;
    const visible = isAwaited ? base : applied;
    if (!visible) return null;
    // Another tab may use a different number for it.
    const named = visible.taskId === id ? visible : { ...visible, taskId: id };
    const task =
      visible.fireId === null && operations[0] ? { ...named, addNumber: operations[0].number } : named;
    const isJustDone = task.doneAt !== null && id in state.justDone;
    const lastStep = state.justDone[id]?.step;
    if (isJustDone === (task.isJustDone ?? false) && lastStep?.doneAt === task.lastStep?.doneAt) return task;
    const { isJustDone: _wasDone, lastStep: _lastStep, ...rest } = task;
    return { ...rest, ...(isJustDone && { isJustDone }), ...(lastStep && { lastStep: plain(lastStep) }) };
  },
  reindex(state, before, after) {
    const days = plain(state.days);
    const next = withTask(days, before, after, taskId => taskList.item(state, taskId));
    if (next !== days) state.days = next;
  },
  rebuild(state, tasks) {
    state.days = daysOf(tasks);
  },
  requested(state, operation, id) {
    const kind = kindIn(taskKinds, operation)!;
    if (kind.step) {
      const step = kind.step(operation.payload) as StepPayload | null;
      delete state.justDone[id];
      if (step && !step.isSkip) state.justDone[id] = { operationId: operation.id, step };
      return;
    }
    const before = taskList.item(state, id);
    const after = before && (kind.apply(before, operation) as Task | null);
    if (!after || before.doneAt === after.doneAt) return;
    if (after.doneAt === null) delete state.justDone[id];
    else state.justDone[id] = { operationId: operation.id };
  },
});

export const initialState: TasksState = {
  ...taskList.initialState,
  days: emptyDays,
  justDone: {},
  adding: null,
};
