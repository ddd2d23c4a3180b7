import { createSlice, nanoid, original, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from '../auth/authSlice';
import { followUnsent, type Unsent } from '../sync/optimistic';
import { beginRead, endRead, notRead, noteWritten, type ReadState } from '../sync/readState';
import { firstWhere } from '../lib/binarySearch';
import type { Records } from '../services/database';
import { byKey, noteOf, notesOfRecords, placeholders, sameFields, type Note, type NoteFields } from './note';
import { applyAll, isNoteOperation, type NoteOperation } from './noteOperations';

type NoteChanges = Unsent<Note, NoteOperation>;

export type NotesState = ReadState & {
  failure: { code: string; message: string } | null;
  /** True once the list may be believed; until then it holds the five placeholders. */
  isKnown: boolean;
  /** In order of key, oldest first: the server's notes with `changes` on top. */
  list: Note[];
  changes: Record<string, NoteChanges>;
  settledId: string | null;
};

const initialState: NotesState = {
  ...notRead,
  failure: null,
  isKnown: false,
  list: placeholders(),
  changes: {},
  settledId: null,
};

/** Where the note of this key stands, or would stand. */
const placeOf = (list: Note[], fireId: string) =>
  firstWhere(list.length, at => list[at]!.notesFireId >= fireId);

/** Puts on the wall what the server's version and the unsent operations make of a note. */
function show(state: NotesState, fireId: string, { base, operations }: NoteChanges) {
  if (operations.length === 0) delete state.changes[fireId];
  else state.changes[fireId] = { base, operations };
  const shown = applyAll(base, operations);
  const at = placeOf(state.list, fireId);
  const isThere = state.list[at]?.notesFireId === fireId;
  if (shown && isThere) state.list[at] = shown;
  else if (shown) state.list.splice(at, 0, shown);
  else if (isThere) state.list.splice(at, 1);
}

function serverVersion({ changes, list }: NotesState, fireId: string): Note | null {
  if (changes[fireId]) return changes[fireId].base;
  const note = list[placeOf(list, fireId)];
  return note?.notesFireId === fireId ? note : null;
}

/** Takes a whole list, but for what was `written` since it was asked for. */
function takeList(state: NotesState, records: Records, written: Record<string, true>) {
  const before = original(state)!;
  const isOlder = (fireId: string) => fireId in written;
  const own = Object.keys(written).flatMap(fireId => serverVersion(before, fireId) ?? []);
  const arrived = notesOfRecords(records).filter(note => !isOlder(note.notesFireId));
  const keptIdentity = (note: Note) => {
    const known = serverVersion(before, note.notesFireId);
    return known && sameFields(known, note) ? known : note;
  };
  const notes = [...own, ...arrived.map(keptIdentity)];
  const versions = new Map(notes.map(note => [note.notesFireId, note]));
  state.list = notes.filter(note => !before.changes[note.notesFireId]).sort(byKey);
  for (const [fireId, { operations }] of Object.entries(before.changes)) {
    show(state, fireId, { base: versions.get(fireId) ?? null, operations });
  }
  state.isKnown = true;
}

export const notesSlice = createSlice({
  name: 'notes',
  initialState,
  reducers: {
    /** The list is wanted: whenever the wall opens, when a user signs in, and by Retry. */
    notesRequested(state) {
      beginRead(state);
      state.failure = null;
    },
    /** The notes of the last visit, while the server is asked. */
    notesRestored(state, { payload }: PayloadAction<Records>) {
      if (!state.isKnown) takeList(state, payload, state.writtenKeys);
    },
    notesLoaded(state, { payload }: PayloadAction<Records>) {
      if (!state.isOvertaken) takeList(state, payload, state.writtenKeys);
      endRead(state, 'loaded');
    },
    notesLoadFailed(state, { payload }: PayloadAction<{ code: string; message: string }>) {
      if (!state.isOvertaken) state.failure = payload;
      endRead(state, state.isOvertaken ? 'loaded' : 'failed');
    },
    /** The live listener's first list, and again after each lost connection; what it lacks of late follows at once. */
    noteListArrived(state, { payload }: PayloadAction<Records>) {
      takeList(state, payload, {});
      endRead(state, 'loaded', true);
      state.failure = null;
    },
    /** Notes changed on the server, here or elsewhere (null: deleted). */
    noteRecordsArrived(state, { payload }: PayloadAction<Records>) {
      for (const [fireId, record] of Object.entries(payload)) {
        noteWritten(state, fireId);
        show(state, fireId, {
          base: noteOf(fireId, record),
          operations: state.changes[fireId]?.operations ?? [],
        });
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
    followUnsent<NotesState, Note, NoteOperation, string>(builder, {
      owns: isNoteOperation,
      idOf: ({ payload }) => payload.fireId,
      serverVersion,
      unsentIds: ({ changes }) => Object.keys(changes),
      unsentOf: ({ changes }, fireId) => changes[fireId]?.operations ?? [],
      show,
      settled(state, { kind, payload }, result) {
        if (kind === 'note/forget') return serverVersion(state, payload.fireId);
        noteWritten(state, payload.fireId);
        return result as Note | null;
      },
      prepareForMany(state) {
        state.list = [...original(state)!.list];
      },
    }).addCase(signedOut, () => initialState),
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
