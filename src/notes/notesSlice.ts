import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from '../auth/authSlice';
import {
  operationChanged,
  operationDropped,
  operationKept,
  operationSettled,
  operationsRead,
  type Operation,
} from '../outbox/operations';
import type { Json, Records } from '../services';
import { byKey, fieldsOfRecord, notesOfRecords, placeholders, type Note, type NoteFields } from './note';
import { applyAll, isNoteOperation, type NoteOperation } from './noteOperations';

/** The unsent operations on one note, in order, over the server's version (null: the server has none). */
export type NoteChanges = { base: Note | null; operations: NoteOperation[] };

export type NotesState = {
  phase: 'idle' | 'loading' | 'loaded' | 'failed';
  failure: { code: string; message: string } | null;
  /** True once the list may be believed; until then it holds the five placeholders. */
  isKnown: boolean;
  /** In order of key, oldest first: the server's notes with `changes` on top. */
  list: Note[];
  changes: Record<string, NoteChanges>;
  settledId: string | null;
  /** Keys of notes that changed since the running read began: its answer may be older. */
  writtenKeys: Record<string, true>;
  /** The live list arrived since the running read began: its answer may be older as a whole. */
  isOvertaken: boolean;
};

const initialState: NotesState = {
  phase: 'idle',
  failure: null,
  isKnown: false,
  list: placeholders(),
  changes: {},
  settledId: null,
  writtenKeys: {},
  isOvertaken: false,
};

function show(state: NotesState, fireId: string, { base, operations }: NoteChanges) {
  if (operations.length === 0) delete state.changes[fireId];
  else state.changes[fireId] = { base, operations };
  const shown = applyAll(base, operations);
  const at = state.list.findIndex(note => note.notesFireId === fireId);
  if (shown && at >= 0) state.list[at] = shown;
  else if (shown) {
    const behind = state.list.findIndex(note => note.notesFireId > fireId);
    state.list.splice(behind < 0 ? state.list.length : behind, 0, shown);
  } else if (at >= 0) state.list.splice(at, 1);
}

const serverVersion = (state: NotesState, fireId: string): Note | null =>
  state.changes[fireId]
    ? state.changes[fireId].base
    : (state.list.find(note => note.notesFireId === fireId) ?? null);

const unsent = (state: NotesState, fireId: string) => state.changes[fireId]?.operations ?? [];

function changeOperations(
  state: NotesState,
  operation: Operation,
  change: (operations: NoteOperation[], operation: NoteOperation) => NoteOperation[],
) {
  if (!isNoteOperation(operation)) return;
  const { fireId } = operation.payload;
  const base = serverVersion(state, fireId);
  show(state, fireId, { base, operations: change(unsent(state, fireId), operation) });
}

function takeRecord(state: NotesState, fireId: string, record: Json) {
  const fields = fieldsOfRecord(record);
  const base = fields && { ...fields, notesFireId: fireId };
  show(state, fireId, { base, operations: unsent(state, fireId) });
}

/** Takes a whole list, but for what was written since it was asked for. */
function takeList(state: NotesState, records: Records, writtenKeys: Record<string, true>) {
  const written = new Set(Object.keys(writtenKeys));
  const own = state.list.filter(note => written.has(note.notesFireId) && !state.changes[note.notesFireId]);
  const arrived = notesOfRecords(records).filter(note => !written.has(note.notesFireId));
  const changes = Object.entries(state.changes);
  state.list = [...own, ...arrived].sort(byKey);
  for (const [fireId, { base, operations }] of changes) {
    const fields = fieldsOfRecord(records[fireId]);
    show(state, fireId, {
      base: written.has(fireId) ? base : fields && { ...fields, notesFireId: fireId },
      operations,
    });
  }
  state.isKnown = true;
}

export const notesSlice = createSlice({
  name: 'notes',
  initialState,
  reducers: {
    /** The list is wanted: whenever the wall opens, when a user signs in, and by Retry. */
    notesRequested(state) {
      state.phase = 'loading';
      state.failure = null;
      state.writtenKeys = {};
      state.isOvertaken = false;
    },
    /** The notes of the last visit, while the server is asked. */
    notesRestored(state, { payload }: PayloadAction<Records>) {
      if (!state.isKnown) takeList(state, payload, state.writtenKeys);
    },
    notesLoaded(state, { payload }: PayloadAction<Records>) {
      if (!state.isOvertaken) takeList(state, payload, state.writtenKeys);
      state.phase = 'loaded';
    },
    notesLoadFailed(state, { payload }: PayloadAction<{ code: string; message: string }>) {
      state.phase = 'failed';
      state.failure = payload;
    },
    /** The live listener's first list, and again after each lost connection; what it lacks of late follows at once. */
    noteListArrived(state, { payload }: PayloadAction<Records>) {
      takeList(state, payload, {});
      state.phase = 'loaded';
      state.failure = null;
      state.isOvertaken = true;
    },
    /** Notes changed on the server, here or elsewhere (null: deleted). */
    noteRecordsArrived(state, { payload }: PayloadAction<Records>) {
      for (const [fireId, record] of Object.entries(payload)) {
        takeRecord(state, fireId, record);
        state.writtenKeys[fireId] = true;
      }
    },
    noteAddRequested: {
      prepare: (fields: NoteFields) => ({ payload: { fields, operationId: nanoid() } }),
      reducer() {},
    },
    /** Answered by `operationKept`; dispatched for a note whose title or description changed. */
    noteSaveRequested: {
      prepare: (edit: { fireId: string; base: NoteFields; fields: NoteFields }) => ({
        payload: { ...edit, operationId: nanoid() },
      }),
      reducer() {},
    },
    noteDeleteRequested: {
      prepare: (fireId: string) => ({ payload: { fireId, operationId: nanoid() } }),
      reducer() {},
    },
    /** A note that was deleted elsewhere is made again from this device's version. */
    noteKeepRequested: {
      prepare: (fireId: string) => ({ payload: { fireId, operationId: nanoid() } }),
      reducer() {},
    },
    /** Of two versions of an edit this device's is sent (`mine`) or given up (`theirs`). */
    noteVersionChosen(_state, _action: PayloadAction<{ fireId: string; version: 'mine' | 'theirs' }>) {},
  },
  extraReducers: builder =>
    builder
      .addCase(operationKept, (state, { payload }) =>
        changeOperations(state, payload, (operations, kept) => [
          ...operations.filter(({ id }) => id !== kept.id),
          kept,
        ]),
      )
      .addCase(operationChanged, (state, { payload }) =>
        changeOperations(state, payload, (operations, changed) =>
          operations.map(operation => (operation.id === changed.id ? changed : operation)),
        ),
      )
      .addCase(operationDropped, (state, { payload }) =>
        changeOperations(state, payload, (operations, dropped) =>
          operations.filter(({ id }) => id !== dropped.id),
        ),
      )
      .addCase(operationSettled, (state, { payload: { operation, result } }) => {
        if (!isNoteOperation(operation)) return;
        const { fireId } = operation.payload;
        state.writtenKeys[fireId] = true;
        state.settledId = operation.id;
        show(state, fireId, {
          base: result as Note | null,
          operations: unsent(state, fireId).filter(({ id }) => id !== operation.id),
        });
      })
      .addCase(operationsRead, (state, { payload }) => {
        const kept: Record<string, NoteOperation[]> = {};
        for (const operation of payload.filter(isNoteOperation)) {
          (kept[operation.payload.fireId] ??= []).push(operation);
        }
        for (const fireId of Object.keys({ ...state.changes, ...kept })) {
          show(state, fireId, { base: serverVersion(state, fireId), operations: kept[fireId] ?? [] });
        }
      })
      .addCase(signedOut, () => initialState),
});

export const {
  notesRequested,
  notesRestored,
  notesLoaded,
  notesLoadFailed,
  noteListArrived,
  noteRecordsArrived,
  noteAddRequested,
  noteSaveRequested,
  noteDeleteRequested,
  noteKeepRequested,
  noteVersionChosen,
} = notesSlice.actions;
