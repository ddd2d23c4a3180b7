import { nanoid } from '@reduxjs/toolkit';
import type { NewOperation } from '../outbox/operations';
import type { Json } from '../services';
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

/** How many tasks and notes a part brings, into the trash too. */
const countsOfPaths = (paths: Record<string, Json>) => ({
  tasks: keysAt(paths, 'tasks/').length + keysAt(paths, 'ext/trash/tasks/').length,
  notes: keysAt(paths, 'notes/').length + keysAt(paths, 'ext/trash/notes/').length,
});

/** The operation that adds a part. */
export const partOperation = (importId: string, paths: Record<string, Json>) =>
  importOperation({
    kind: 'import/add',
    payload: { importId, counts: countsOfPaths(paths), paths: JSON.stringify(paths) },
  });
