import { mergeFields } from '../merge';
import type { Operation } from '../outbox/operations';
import { fieldsOf, type Note, type NoteFields } from './note';

export type NoteAdd = Operation<'note/add', { fireId: string; fields: NoteFields }>;
/** `base` is what the person saw when the edit began. */
export type NoteEdit = Operation<'note/edit', { fireId: string; base: NoteFields; fields: NoteFields }>;
export type NoteDelete = Operation<'note/delete', { fireId: string }>;
export type NoteOperation = NoteAdd | NoteEdit | NoteDelete;

/** Why a note's operation is held when it was not refused. */
export type Found = { type: 'gone' } | { type: 'versions'; theirs: NoteFields };

export const noteLane = (fireId: string) => `note:${fireId}`;

export const isNoteOperation = (operation: Operation): operation is NoteOperation =>
  operation.kind.startsWith('note/');

function applyOne(note: Note | null, operation: NoteOperation): Note | null {
  const notesFireId = operation.payload.fireId;
  switch (operation.kind) {
    case 'note/add':
      return note ?? { ...operation.payload.fields, notesFireId };
    case 'note/edit': {
      const { base, fields } = operation.payload;
      return { ...(note ? mergeFields(base, fields, fieldsOf(note)).merged : fields), notesFireId };
    }
    case 'note/delete':
      return operation.status === 'held' ? note : null;
  }
}

/** What the wall shows of a note: the server's version with this device's unsent operations on top. */
export const applyAll = (base: Note | null, operations: readonly NoteOperation[]): Note | null =>
  operations.reduce(applyOne, base);
