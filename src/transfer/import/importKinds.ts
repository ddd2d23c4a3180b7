import type { Saga } from '../../lib/effects';
import { kindIn, type ChangeOf, type Kind, type OperationOf } from '../../sync/kinds';
import type { Change, Operation, Outcome } from '../../sync/operations';
import { sendBatch, sendRemove, sendRestore } from './importSenders';
import { type Counts, inWords } from './preview';

/** Keys of the database, even of records that were deleted since. */
export type ImportedKeys = { tasks: string[]; notes: string[] };
type Whole = { importId: string; keys: ImportedKeys };

/**
 * A batch of an import: records by path, e.g. `tasks/-Nabc`, which are written together or not at all. They are JSON
 * text: as objects, 50,000 tasks took 7 of 40 s to read. `total` is that of the whole import.
 */
export type ImportBatch = { importId: string; counts: Counts; total?: Counts; paths: string };

const countOf = ({ tasks, notes }: ImportedKeys) => inWords({ tasks: tasks.length, notes: notes.length });

const bulk = {
  rebase: (change: Change) => ({ change }),
  apply: (item: null) => item,
  coalesce: () => 'queue' as const,
  /** The lists that come along are not mentioned. */
  saysAll: true as const,
  isAnnounced: false,
  trash: null,
};
const inverse =
  (kind: string) =>
  ({ itemKey, payload }: Change<string, Whole>): Change[] => [{ itemKey, kind, payload }];

/** Represents the whole import as a single change by the user; it precedes the batches and writes nothing. */
const made: Kind<never, Whole> = {
  ...bulk,
  label: 'Import begun',
  invert: inverse('import/remove'),
  // oxlint-disable-next-line require-yield -- there is nothing to send
  *send(): Saga<Outcome> {
    return { type: 'confirmed', confirmation: { isLocal: true } };
  },
  describe: ([{ keys }]) => `Imported ${countOf(keys)}`,
};

/** Writes one batch of an import. */
const add: Kind<never, ImportBatch> = {
  ...bulk,
  label: 'Import added',
  invert: () => [],
  send: sendBatch,
  describe: ([{ counts }]) => `Imported ${inWords(counts)}`,
};

/** Undoes an import: its remaining records go into the trash. */
const remove: Kind<never, Whole> = {
  ...bulk,
  trash: 'in',
  label: 'Import undone',
  invert: inverse('import/restore'),
  send: sendRemove,
  describe: ([{ keys }]) => `Deleted the imported ${countOf(keys)}`,
};

/** Redoes an undone import: its records leave the trash. */
const restore: Kind<never, Whole> = {
  ...bulk,
  trash: 'out',
  label: 'Import restored',
  invert: inverse('import/remove'),
  send: sendRestore,
  describe: ([{ keys }]) => `Restored the imported ${countOf(keys)}`,
};

/** All kinds of change of an import. */
export const importKinds = {
  'import/made': made,
  'import/add': add,
  'import/remove': remove,
  'import/restore': restore,
};
export type ImportOperation = OperationOf<typeof importKinds>;
export type ImportChange = ChangeOf<typeof importKinds>;

export const isImportOperation = (operation: Pick<Operation, 'kind'>): operation is ImportOperation =>
  Object.hasOwn(importKinds, operation.kind);

/** Whether an operation is a batch of an import, rather than a change by itself. */
export const isImportBatch = <C extends { kind: string; payload: unknown }>(
  change: C,
): change is C & { payload: ImportBatch } => kindIn(importKinds, change) === add;
