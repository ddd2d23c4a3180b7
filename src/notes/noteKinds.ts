import { createAction } from '@reduxjs/toolkit';
import type { Records } from '../services/database';
import type { ChangeOf, OperationOf } from '../sync/kinds';
import { requestChange, type Change, type Operation, type RequestOptions } from '../sync/operations';
import { sidecarKind } from '../sync/records/kinds/sidecarKind';
import { nameItems } from '../sync/kinds';
import { recordKinds } from '../sync/records/kinds/recordKinds';
import { deletedNow, type RecordType } from '../sync/records/recordType';
import { noLook, storedOfLook, type Look } from './look';
import * as noteSending from './noteSending';
import { noteSidecars } from './noteSidecars';
import { fieldsOf, fieldsOfRecord, sameFields, type Note, type NoteFields, type NoteTarget } from './note';

/** Notes changed on the server, by this device or another (null: deleted). */
export const noteRecordsArrived = createAction<Records>('notes/noteRecordsArrived');

/** The record type of notes. A note's key is generated on this device, so adding it twice has no further effect. */
const noteRecord = {
  name: 'note',
  list: 'notes',
  targetOf: ({ fireId }: NoteTarget): NoteTarget => ({ fireId }),
  itemOf: ({ fireId }: NoteTarget, fields: NoteFields, before: Note | null): Note => ({
    ...(before ?? noLook),
    ...fields,
    notesFireId: fireId,
  }),
  fieldsOf,
  sameFields,
  fieldsOfRecord,
  recordOf: fieldsOf,
  titleOf: ({ noteTitle }: NoteFields) => noteTitle,
  sidecars: noteSidecars,
  sending: noteSending,
} satisfies RecordType<Note, NoteFields, NoteTarget>;

const kinds = recordKinds<Note, NoteFields, NoteTarget>(noteRecord);

/**
 * A change of properties of a note's look, with their previous values; both have the same properties. `title` is used
 * in descriptions.
 */
export type LookChange = NoteTarget & { title: string; before: Partial<Look>; look: Partial<Look> };

const namedOf = (payloads: readonly LookChange[]) =>
  nameItems(
    payloads.map(({ title }) => title),
    'note',
  );

/** Changes a note's colour or place, or pins or unpins it. */
const look = sidecarKind<Note, NoteTarget, LookChange>(noteRecord, {
  name: 'looks',
  member: 'look',
  stored: storedOfLook,
  describe(payloads) {
    const { colour, isPinned } = payloads[0].look;
    const named = namedOf(payloads);
    if (colour !== undefined) return `Changed the colour of ${named}`;
    return `${isPinned === undefined ? 'Moved' : isPinned ? 'Pinned' : 'Unpinned'} ${named}`;
  },
  named: namedOf,
  label: 'Note moved, pinned or coloured',
});

/** All kinds of change of a note. To add one, define it above and list it here. */
export const noteKinds = {
  'note/add': kinds.add,
  'note/edit': kinds.edit,
  'note/delete': kinds.delete,
  'note/restore': kinds.restore,
  'note/dismiss': kinds.dismiss,
  'note/look': look,
};
export type NoteOperation = OperationOf<typeof noteKinds>;
export type NoteChange = ChangeOf<typeof noteKinds>;

export const noteItemKey = (fireId: string) => `note:${fireId}`;

/** A change of a note, in the form that the queue accepts. */
export const noteChange = <K extends NoteChange['kind']>(
  kind: K,
  payload: Extract<NoteChange, { kind: K }>['payload'],
): Change => ({ itemKey: noteItemKey(payload.fireId), kind, payload });

export const isNoteOperation = (operation: Pick<Operation, 'kind'>): operation is NoteOperation =>
  Object.hasOwn(noteKinds, operation.kind);

/** Saves an edit of a note over `base`, the version that the user saw when they began. */
export const noteSaveRequested = (
  edit: { fireId: string; base: NoteFields; fields: NoteFields },
  options?: RequestOptions,
) => requestChange(noteChange('note/edit', edit), options);

/** Changes the look of a note; changes with the same `changeId` are undone together. */
export const noteLookRequested = (note: Note, look: Partial<Look>, options?: { changeId?: string }) =>
  requestChange(
    noteChange('note/look', {
      fireId: note.notesFireId,
      title: note.noteTitle,
      before: Object.fromEntries(Object.keys(look).map(part => [part, note[part as keyof Look]])),
      look,
    }),
    options,
  );

/** Deletes a note by moving it to the trash. */
export const noteDeleteRequested = (note: Note) =>
  requestChange(noteChange('note/delete', { fireId: note.notesFireId, ...deletedNow(noteRecord, note) }));
