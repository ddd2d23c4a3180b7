import { createSlice, isAnyOf, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from '../auth/authSlice';
import { operationBlocked, operationConfirmed, operationRetried } from '../sync/operations';
import type { ExportKind } from './formats/content';
import { addedOf, type Counts, type Preview, sumOf, type Which } from './import/preview';
import type { ReadChoice } from './formats/reading';
import { importKinds, isImportOperation, isImportBatch } from './import/importKinds';
import { importItemKey } from './import/importBatches';

/** An import that the user has confirmed. */
export type Import = {
  importId: string;
  total: Counts;
  /** The number of records that the server has, by the operation that added them. */
  arrived: Record<string, Counts>;
  /** The reason why the server refused a batch: nothing is sent until the user decides. */
  refusal: string | null;
  /** `stopped`: by the user. `undoing`: its records are being moved into the trash, after that `undone`. */
  end: null | 'stopped' | 'undoing' | 'undone';
  /** The remaining operations of an import that an earlier page began; the others were sent. */
  left?: Record<string, Counts>;
  /** False when an earlier page began it: its total is unknown here. */
  isWhole: boolean;
};

export type TransferState = {
  exporting: ExportKind | null;
  /** `isWhole` is false when the server could not be reached. */
  exported: { kind: ExportKind; name: string; isWhole: boolean } | null;
  exportFailure: string | null;
  /** The chosen file: with `preview` once it is read, or `unreadable`. It is read again when the user chooses how. */
  file: { name: string; preview: Preview | null; unreadable: string | null; isReading: boolean } | null;
  import: Import | null;
};

export const initialState: TransferState = {
  exporting: null,
  exported: null,
  exportFailure: null,
  file: null,
  import: null,
};

/** 'Milk.json and 11 more' */
const nameOfFiles = ([first, ...more]: readonly File[]) =>
  `${first?.name ?? ''}${more.length > 0 ? ` and ${more.length.toLocaleString('en')} more` : ''}`;

function arrive(state: TransferState, importId: string, operationId: string, counts: Counts) {
  if (state.import?.importId !== importId) return;
  if (state.import.left && !(operationId in state.import.left)) return;
  state.import.arrived[operationId] = counts;
}

export const transferSlice = createSlice({
  name: 'transfer',
  initialState,
  reducers: {
    exportRequested(state, { payload }: PayloadAction<{ kind: ExportKind }>) {
      Object.assign(state, { exporting: payload.kind, exported: null, exportFailure: null });
    },
    /** The download was started. */
    exported(state, { payload }: PayloadAction<NonNullable<TransferState['exported']>>) {
      state.exporting = null;
      state.exported = payload;
    },
    exportFailed(state, { payload }: PayloadAction<{ message: string }>) {
      state.exporting = null;
      state.exportFailure = payload.message;
    },
    /** Files that are read together. They travel in `meta`, and reach only the saga, because they are not JSON. */
    importFilesChosen: {
      prepare: (files: readonly File[]) => ({ payload: { name: nameOfFiles(files) }, meta: { files } }),
      reducer(state, { payload }: PayloadAction<{ name: string }>) {
        state.file = { name: payload.name, preview: null, unreadable: null, isReading: true };
        state.import = null;
      },
    },
    importFileRead(state, { payload }: PayloadAction<Preview>) {
      if (state.file) Object.assign(state.file, { preview: payload, isReading: false });
    },
    importFileRefused(state, { payload }: PayloadAction<{ reason: string }>) {
      if (state.file) Object.assign(state.file, { unreadable: payload.reason, isReading: false });
    },
    /** The user cancels the import of this file. */
    importDismissed(state) {
      state.file = null;
    },
    /** The user chooses how the file is to be read; it is read again. */
    importChoiceMade(state, { payload: { encoding, columns } }: PayloadAction<ReadChoice>) {
      if (!state.file?.preview) return;
      state.file.isReading = true;
      const { preview } = state.file;
      if (encoding && preview.encoding) preview.encoding.chosen = encoding;
      if (columns && preview.table) preview.table.chosen = columns;
    },
    /** The user confirms the preview, for all or for what is not here yet. */
    importRequested: {
      prepare: (which: Which = 'all') => ({ payload: { importId: nanoid(), which } }),
      reducer(state, { payload: { importId, which } }: PayloadAction<{ importId: string; which: Which }>) {
        if (!state.file?.preview || state.file.isReading) return;
        const { preview } = state.file;
        state.file = null;
        const total = addedOf(preview, which);
        state.import = { importId, total, arrived: {}, refusal: null, end: null, isWhole: true };
      },
    },
    /** An import that had not been sent completely when the page was closed. */
    importResumed(
      state,
      { payload }: PayloadAction<{ importId: string; total?: Counts; left: Record<string, Counts> }>,
    ) {
      const { importId, left } = payload;
      const unsent = sumOf(Object.values(left));
      const total = payload.total ?? unsent;
      const before = { tasks: total.tasks - unsent.tasks, notes: total.notes - unsent.notes };
      state.import ??= {
        importId,
        total,
        arrived: { before },
        left,
        refusal: null,
        end: null,
        isWhole: false,
      };
    },
    /** The rest is not sent; records already sent stay. */
    importStopRequested(state) {
      if (state.import) Object.assign(state.import, { end: 'stopped', refusal: null });
    },
    /** Undoes the import of the sent records, as one step. */
    importUndoRequested(state) {
      if (state.import) Object.assign(state.import, { end: 'undoing', refusal: null });
    },
  },
  extraReducers: builder =>
    builder
      .addCase(signedOut, () => initialState)
      .addMatcher(operationConfirmed.match, (state, { payload: { operation } }) => {
        if (!isImportOperation(operation)) return;
        const { importId } = operation.payload;
        if (isImportBatch(operation)) {
          arrive(state, importId, operation.id, operation.payload.counts);
        } else if (state.import?.importId === importId) {
          const { trash } = importKinds[operation.kind];
          if (trash) state.import.end = trash === 'in' ? 'undone' : null;
        }
      })
      .addMatcher(isAnyOf(operationBlocked, operationRetried), (state, { payload: { itemKey, reason } }) => {
        if (state.import && itemKey === importItemKey(state.import.importId))
          state.import.refusal = reason ?? null;
      }),
});

export const {
  exportRequested,
  exported,
  exportFailed,
  importFilesChosen,
  importFileRead,
  importFileRefused,
  importChoiceMade,
  importDismissed,
  importRequested,
  importResumed,
  importStopRequested,
  importUndoRequested,
} = transferSlice.actions;

export type TransferRoot = { transfer: TransferState };
const stateOf = ({ transfer }: TransferRoot) => transfer;

export const selectExporting = (state: TransferRoot) => stateOf(state).exporting;
export const selectExportFailure = (state: TransferRoot) => stateOf(state).exportFailure;
export const selectExported = (state: TransferRoot) => stateOf(state).exported;
export const selectImportFile = (state: TransferRoot) => stateOf(state).file;
export const selectImport = (state: TransferRoot) => stateOf(state).import;
/** The number of an import's records that the server has. */
export const arrivedOf = ({ arrived }: Import): Counts => sumOf(Object.values(arrived));
export const isAllThere = (state: Import): boolean => {
  const { tasks, notes } = arrivedOf(state);
  return tasks + notes >= state.total.tasks + state.total.notes;
};
