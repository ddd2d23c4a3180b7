import { nanoid } from '@reduxjs/toolkit';
import type { NewOperation } from '../sync/operations';
import type { Json } from '../services/database';
import type { ImportedKeys, TransferChange } from './transferOperations';

export const importLane = (importId: string) => `import:${importId}`;

/** One operation of an import; a part of it is no change by itself. */
export function importOperation(change: TransferChange, act?: 'undo'): NewOperation {
  const { importId } = change.payload;
  const isPart = change.kind === 'import/add';
  return {
    ...change,
    id: nanoid(),
    lane: importLane(importId),
    entry: importId,
    ...((isPart || act) && { act: isPart ? 'none' : act }),
  };
}

const keysAt = (paths: Record<string, Json>, prefix: string) =>
  Object.keys(paths).flatMap(path => (path.startsWith(prefix) ? path.slice(prefix.length) : []));

/** The keys of the tasks and notes that a part puts into the lists: what it puts into the trash may stay there. */
export const keysOfPaths = (paths: Record<string, Json>): ImportedKeys => ({
  tasks: keysAt(paths, 'tasks/'),
  notes: keysAt(paths, 'notes/'),
});

/** The keys of all tasks and notes that a part brings, into the trash too. */
export const allKeysOfPaths = (paths: Record<string, Json>): ImportedKeys => ({
  tasks: [...keysAt(paths, 'tasks/'), ...keysAt(paths, 'ext/trash/tasks/')],
  notes: [...keysAt(paths, 'notes/'), ...keysAt(paths, 'ext/trash/notes/')],
});

/** The operation that adds a part. */
export const partOperation = (importId: string, paths: Record<string, Json>) =>
  importOperation({
    kind: 'import/add',
    payload: { importId, counts: countsOf(allKeysOfPaths(paths)), paths: JSON.stringify(paths) },
  });

const countsOf = ({ tasks, notes }: ImportedKeys) => ({ tasks: tasks.length, notes: notes.length });
