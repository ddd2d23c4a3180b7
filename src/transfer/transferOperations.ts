import { nanoid } from '@reduxjs/toolkit';
import type { NewOperation, Operation } from '../outbox/operations';
import type { Json } from '../services';

/** Keys of the database, whatever became of their records since. */
export type ImportedKeys = { tasks: string[]; notes: string[] };
type Whole = { importId: string; keys: ImportedKeys };

/** A part of an import: records by their path below the user's own, e.g. `tasks/-Nabc`. All or none of it is written. */
export type ImportAdd = Operation<'import/add', { importId: string; paths: Record<string, Json> }>;
/** Stands for all parts of an import, as the one change that the person made; it goes before them and writes nothing. */
export type ImportMade = Operation<'import/made', Whole>;
/** Takes an import back: what is still there goes into the trash. */
export type ImportRemove = Operation<'import/remove', Whole>;
/** Adds once more what was taken back: it leaves the trash. */
export type ImportRestore = Operation<'import/restore', Whole>;
export type TransferOperation = ImportAdd | ImportMade | ImportRemove | ImportRestore;

type Kind<O> = O extends TransferOperation ? Pick<O, 'kind' | 'payload'> : never;
/** What of an operation says what it changes. */
export type TransferChange = Kind<TransferOperation>;

export const importLane = (importId: string) => `import:${importId}`;

export const isTransferOperation = (operation: Pick<Operation, 'kind'>): operation is TransferOperation =>
  operation.kind.startsWith('import/');

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

/** What takes an import back, or adds it once more; null for a part, which goes with the whole. */
export function inverseOfImport({ kind, payload }: TransferChange): TransferChange | null {
  switch (kind) {
    case 'import/made':
    case 'import/restore':
      return { kind: 'import/remove', payload };
    case 'import/remove':
      return { kind: 'import/restore', payload };
    case 'import/add':
      return null;
  }
}

const keysAt = (paths: Record<string, Json>, prefix: string) =>
  Object.keys(paths).flatMap(path => (path.startsWith(prefix) ? path.slice(prefix.length) : []));

/** The keys of the tasks and notes that a part puts into the lists: what it puts into the trash may stay there. */
export const keysOfPaths = (paths: Record<string, Json>): ImportedKeys => ({
  tasks: keysAt(paths, 'tasks/'),
  notes: keysAt(paths, 'notes/'),
});

/** How many tasks and notes a part brings, into the trash too. */
export const countsOfPaths = (paths: Record<string, Json>) => ({
  tasks: keysAt(paths, 'tasks/').length + keysAt(paths, 'ext/trash/tasks/').length,
  notes: keysAt(paths, 'notes/').length + keysAt(paths, 'ext/trash/notes/').length,
});
