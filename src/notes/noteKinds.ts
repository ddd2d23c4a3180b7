import { createAction } from '@reduxjs/toolkit';
import type { Records } from '../services/database';
import type { ChangeOf, OperationOf } from '../sync/kinds';
import { lazyImport } from '../sync/lazyImport';
import { requestChange, type Change, type Operation, type RequestOptions } from '../sync/operations';
import { sidecarKind } from '../sync/records/sidecarKind';
import { nameItems } from '../sync/kinds';
import { recordKinds } from '../sync/records/recordKinds';
import { deletedNow, type RecordType, type Target } from '../sync/records/recordType';
import { noLook, storedOfLook, type Look } from './look';
import { noteSidecars } from './noteSidecars';
import { fieldsOf, fieldsOfRecord, sameFields, type Note, type NoteFields } from './note';

export type NoteTarget = Target & { fireId: string };

/** Notes changed on the server, here or elsewhere (null: deleted). */
export const noteRecordsArrived = createAction<Records>('notes/noteRecordsArrived');

/** Notes as the record kinds know them. A note's key is made on this device, so adding it twice is adding it once. */
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
  loadSending: lazyImport(() => import(/* webpackChunkName: "later" */ './wire/noteSending')),
} satisfies RecordType<Note, NoteFields, NoteTarget>;

const kinds = recordKinds<Note, NoteFields, NoteTarget>(noteRecord);

/** A change of parts of a note's look, and what they were before; both name the same parts. `title` is for the words about it. */
export type LookChange = NoteTarget & { title: string; before: Partial<Look>; look: Partial<Look> };

const namedOf = (payloads: readonly LookChange[]) =>
  nameItems(
    payloads.map(({ title }) => title),
    'note',
  );

/** Gives a note another colour or place, pins it, or takes the pin off. */
const look = sidecarKind<Note, NoteTarget, LookChange>(noteRecord, {
  name: 'looks',
  member: 'look',
  stored: storedOfLook,
  describe(payloads) {
    const { colour, isPinned } = payloads[0].look;
    const named = namedOf(payloads);
    if (colour !== undefined) return `New paper for ${named}`;
    return `${isPinned === undefined ? 'Moved' : isPinned ? 'Pinned' : 'Unpinned'} ${named}`;
  },
  named: namedOf,
  label: 'Note rearranged',
});

/** Every kind of change of a note. To add one: write it above, name it here. */
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

/** A change of a note, as the queue takes it. */
export const noteChange = <K extends NoteChange['kind']>(
  kind: K,
  payload: Extract<NoteChange, { kind: K }>['payload'],
): Change => ({ itemKey: noteItemKey(payload.fireId), kind, payload });

export const isNoteOperation = (operation: Pick<Operation, 'kind'>): operation is NoteOperation =>
  Object.hasOwn(noteKinds, operation.kind);

/** Saves an edit of a note over `base`, what the person saw when they began. */
export const noteSaveRequested = (
  edit: { fireId: string; base: NoteFields; fields: NoteFields },
  options?: RequestOptions,
) => requestChange(noteChange('note/edit', edit), options);

/** Changes the look of a note; several with one `changeId` are undone together. */
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

/** Deletes a note: it goes into the trash. */
export const noteDeleteRequested = (note: Note) =>
  requestChange(noteChange('note/delete', { fireId: note.notesFireId, ...deletedNow(noteRecord, note) }));
