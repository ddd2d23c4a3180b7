import { createSelector, nanoid } from '@reduxjs/toolkit';
import type { Json } from '../../services/database';
import { requestChange, type Operation } from '../../sync/operations';
import { queueSlice } from '../../sync/queue/queueSlice';
import { isImportBatch, isImportOperation, type ImportChange, type ImportedKeys } from './importKinds';
import type { Counts } from './preview';

export const importItemKey = (importId: string) => `import:${importId}`;

/** Whether records of an import wait, which no list shows before they are sent. */
export const selectIsImportWaiting = createSelector([queueSlice.selectSlice], ({ entries }) =>
  Object.values(entries).some(bucket => bucket.some(isImportOperation)),
);

/** An operation of an import; a batch does not count as a change. */
export function importOperation(
  userId: string,
  change: Pick<ImportChange, 'kind' | 'payload'>,
  role: Operation['role'] = isImportBatch(change) ? 'silent' : undefined,
): Operation {
  const { importId } = change.payload;
  const { payload } = requestChange(
    { ...change, itemKey: importItemKey(importId) },
    { id: nanoid(), changeId: importId, ...(role && { role }) },
  );
  return { ...payload, userId };
}

const keysAt = (paths: Record<string, Json>, prefix: string) =>
  Object.keys(paths).flatMap(path => (path.startsWith(prefix) ? path.slice(prefix.length) : []));

/** The keys of the tasks and notes that a batch adds to the lists; records that it adds to the trash are not undone. */
export const keysOfPaths = (paths: Record<string, Json>): ImportedKeys => ({
  tasks: keysAt(paths, 'tasks/'),
  notes: keysAt(paths, 'notes/'),
});

/** The number of records in a batch, including those for the trash. */
export const countsOfPaths = (paths: Record<string, Json>): Counts => ({
  tasks: keysAt(paths, 'tasks/').length + keysAt(paths, 'ext/trash/tasks/').length,
  notes: keysAt(paths, 'notes/').length + keysAt(paths, 'ext/trash/notes/').length,
});
