import { mergeFields } from '../lib/mergeFields';
import type { NewOperation, Operation } from '../sync/operations';
import { fieldsOf, type Note, type NoteFields } from './note';

export type NoteAdd = Operation<'note/add', { fireId: string; fields: NoteFields }>;
/** `base` is what the person saw when the edit began. */
export type NoteEdit = Operation<'note/edit', { fireId: string; base: NoteFields; fields: NoteFields }>;
/** What an earlier version kept does not say what the note was. */
export type NoteDelete = Operation<'note/delete', { fireId: string; fields?: NoteFields }>;
/** Puts a deleted note back under its key. */
export type NoteRestore = Operation<'note/restore', { fireId: string; fields: NoteFields }>;
/** Deletes what the trash keeps of a note. */
export type NoteForget = Operation<'note/forget', { fireId: string }>;
export type NoteOperation = NoteAdd | NoteEdit | NoteDelete | NoteRestore | NoteForget;
/** What of an operation says what it changes. */
export type NoteChange = NoteOperation extends infer O
  ? O extends NoteOperation
    ? Pick<O, 'kind' | 'payload'>
    : never
  : never;

/** Why a note's operation is held when it was not refused. */
export type Found = { type: 'gone' } | { type: 'versions'; theirs: NoteFields };

export const noteLane = (fireId: string) => `note:${fireId}`;

export const isNoteOperation = (operation: Pick<Operation, 'kind'>): operation is NoteOperation =>
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
    case 'note/restore':
      return note ?? { ...operation.payload.fields, notesFireId };
    case 'note/forget':
      return note;
  }
}

/** What the wall shows of a note: the server's version with this device's unsent operations on top. */
export const applyAll = (base: Note | null, operations: readonly NoteOperation[]): Note | null =>
  operations.reduce(applyOne, base);

/** What takes an operation back, over whatever has happened since; see `inverseOfTask`. */
export function inverseOfNote(
  { kind, payload }: NoteChange,
  now: Note | undefined,
): Pick<NewOperation, 'kind' | 'payload'> | null {
  const { fireId } = payload;
  switch (kind) {
    case 'note/add':
    case 'note/restore':
      return { kind: 'note/delete', payload: { fireId, fields: now ? fieldsOf(now) : payload.fields } };
    case 'note/edit':
      return { kind, payload: { fireId, base: payload.fields, fields: payload.base } };
    case 'note/delete':
      return payload.fields ? { kind: 'note/restore', payload: { fireId, fields: payload.fields } } : null;
    case 'note/forget':
      return null;
  }
}
