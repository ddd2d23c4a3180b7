import type { Json } from '../services/database';
import { areAkin, fieldsOfRecord, type TaskFields } from './task';

/** What an add has made: the record's key, and the record as it is now (null: deleted since). */
export type Added = { fireId: string; record: Json };

/** Whether a record may be the task that had these fields, where they are known. */
export const isAkin = (record: Json, fields: TaskFields | undefined) => {
  const there = fieldsOfRecord(record);
  return there !== null && (!fields || areAkin(there, fields));
};

/** The id of the mark that says that a record was renamed since it was added. */
export const renamedMark = (fireId: string) => `renamed-${fireId}`;

/** The id of the mark that says that a task was kept as new after this record of it was deleted. */
export const keptAsNewMark = (fireId: string) => `kept-${fireId}`;
