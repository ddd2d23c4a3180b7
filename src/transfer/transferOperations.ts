import type { Operation } from '../sync/operations';
import type { Counts } from './preview';

/** Keys of the database, whatever became of their records since. */
export type ImportedKeys = { tasks: string[]; notes: string[] };
type Whole = { importId: string; keys: ImportedKeys };

/**
 * A part of an import: records by their path below the user's own, e.g. `tasks/-Nabc`, all or none of which is written.
 * As JSON text: the queue reads its lane for each step, and reading 50,000 tasks as objects took it 7 s of 40.
 */
export type ImportAdd = Operation<'import/add', { importId: string; counts: Counts; paths: string }>;
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

export const isTransferOperation = (operation: Pick<Operation, 'kind'>): operation is TransferOperation =>
  operation.kind.startsWith('import/');

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
