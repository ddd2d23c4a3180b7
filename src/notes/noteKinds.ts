import { createAction } from '@reduxjs/toolkit';
import type { Records } from '../services/database';
import type { ChangeOf, OperationOf } from '../sync/kinds';
import { late } from '../sync/late';
import { requestChange, type Change, type Operation } from '../sync/operations';
import { recordKinds, type RecordType, type Target } from '../sync/recordKinds';
import { fieldsOf, fieldsOfRecord, sameFields, type Note, type NoteFields } from './note';

export type NoteTarget = Target & { fireId: string };

/** Notes changed on the server, here or elsewhere (null: deleted). */
export const noteRecordsArrived = createAction<Records>('notes/noteRecordsArrived');

/** Notes as the record kinds know them. A note's key is made on this device, so adding it twice is adding it once. */
const noteRecord: RecordType<Note, NoteFields, NoteTarget> = {
  name: 'note',
  list: 'notes',
  targetOf: ({ fireId }) => ({ fireId }),
  itemOf: ({ fireId }, fields) => ({ ...fields, notesFireId: fireId }),
  fieldsOf,
  sameFields,
  fieldsOfRecord,
  recordOf: fieldsOf,
  titleOf: ({ noteTitle }) => noteTitle,
  besideOf: () => ({}),
  loadSending: late(() => import(/* webpackChunkName: "later" */ './noteSending')),
};

const kinds = recordKinds(noteRecord);

/** Every kind of change of a note. To add one: write it above, name it here. */
export const noteKinds = {
  'note/add': kinds.add,
  'note/edit': kinds.edit,
  'note/delete': kinds.delete,
  'note/restore': kinds.restore,
  'note/forget': kinds.forget,
};
export type NoteOperation = OperationOf<typeof noteKinds>;
export type NoteChange = ChangeOf<typeof noteKinds>;

export const noteItemKey = (fireId: string) => `note:${fireId}`;

/** A change of a note, as the queue takes it. */
export const noteChange = <K extends NoteChange['kind']>(
  kind: K,
  payload: Extract<NoteChange, { kind: K }>['payload'],
): Change => ({ itemKey: noteItemKey(payload.fireId), kind, payload });

export const isNoteOperation = (operation: Pick<Operation, 'kind'>): operation is NoteOperation =>
  operation.kind.startsWith('note/');

/** Saves an edit of a note over `base`, what the person saw when they began. */
export const noteSaveRequested = (edit: { fireId: string; base: NoteFields; fields: NoteFields }) =>
  requestChange(noteChange('note/edit', edit));

/** Deletes a note: it goes into the trash. */
export const noteDeleteRequested = (note: Note) =>
  requestChange(noteChange('note/delete', { fireId: note.notesFireId, fields: fieldsOf(note) }));
