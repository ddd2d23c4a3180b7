import { late } from '../sync/late';
import type { RecordType, Target } from '../sync/recordKinds';
import { bodyOf, fieldsOf, fieldsOfRecord, sameFields, type Task, type TaskFields } from './task';

export type TaskTarget = Target & { taskId: number };

/** Tasks as the record kinds know them. */
export const taskRecord = {
  name: 'task',
  list: 'tasks',
  targetOf: ({ taskId, fireId }: TaskTarget): TaskTarget => ({ taskId, fireId }),
  itemOf: (
    { taskId, fireId, doneAt = null }: TaskTarget & { doneAt?: string | null },
    fields: TaskFields,
    before: Task | null,
  ): Task => ({
    ...fields,
    taskId,
    fireId: before?.fireId ?? fireId,
    doneAt: before ? before.doneAt : doneAt,
  }),
  fieldsOf,
  sameFields,
  fieldsOfRecord,
  recordOf: (fields: TaskFields, { taskId }: TaskTarget) => bodyOf(fields, taskId),
  titleOf: ({ taskName }: TaskFields) => taskName,
  besideOf: ({ doneAt }: Task) => ({ doneAt }),
  loadSending: late(() => import(/* webpackChunkName: "later" */ './taskSending')),
} satisfies RecordType<Task, TaskFields, TaskTarget>;
