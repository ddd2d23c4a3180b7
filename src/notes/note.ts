import { isObject, textOf } from '../../shared/json';
import type { Json, Records } from '../services/database';
import type { Target } from '../sync/records/recordType';
import { noLook, type Look } from './look';

export type NoteTarget = Target & { fireId: string };
export type NoteFields = { noteTitle: string; noteDescription: string };
/** A note as held by the app; `notesFireId` is its key in the database, '' for a placeholder. */
export type Note = NoteFields & Look & { notesFireId: string };

/** The note list starts with five blank placeholders, drawn as skeleton tiles and never sent (docs/rules.md, Tasks and notes). */
export const placeholders = (): Note[] =>
  Array.from({ length: 5 }, () => ({ noteTitle: '', noteDescription: '', notesFireId: '', ...noLook }));

/** The two fields of a stored record, empty where it lacks one; null for no record. */
export function fieldsOfRecord(record: Json | undefined): NoteFields | null {
  if (!isObject(record)) return null;
  return { noteTitle: textOf(record.noteTitle), noteDescription: textOf(record.noteDescription) };
}

/** The note of a stored record; null when the record is invalid. */
export function noteOf(notesFireId: string, record: Json | undefined): Note | null {
  const fields = fieldsOfRecord(record);
  return fields && { ...fields, ...noLook, notesFireId };
}

export const notesOfRecords = (records: Records): Note[] =>
  Object.entries(records).flatMap(([fireId, record]) => noteOf(fireId, record) ?? []);

export const sameFields = (a: NoteFields, b: NoteFields) =>
  a.noteTitle === b.noteTitle && a.noteDescription === b.noteDescription;

/** Whether a stored record has these fields. */
export function isRecordOf(fields: NoteFields, record: Json): boolean {
  const stored = fieldsOfRecord(record);
  return stored !== null && sameFields(stored, fields);
}

export const fieldsOf = ({ noteTitle, noteDescription }: NoteFields): NoteFields => ({
  noteTitle,
  noteDescription,
});
