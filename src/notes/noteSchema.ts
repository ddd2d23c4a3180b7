import { object, string } from 'yup';
import type { NoteFields } from './note';

/** Both are required, and blanks alone are nothing. The lengths only stop abuse; they are the database's own. */
export const noteSchema = object({
  noteTitle: string().trim().required().max(10_000, 'A title can have 10,000 characters at most'),
  noteDescription: string()
    .trim()
    .required()
    .max(1_000_000, 'A description can have 1,000,000 characters at most'),
});

export const noFields: NoteFields = { noteTitle: '', noteDescription: '' };

export const areFields = (kept: unknown): kept is NoteFields =>
  typeof (kept as Partial<NoteFields> | null)?.noteTitle === 'string' &&
  typeof (kept as Partial<NoteFields>).noteDescription === 'string';

/** A field that nobody typed in follows the note, one that was typed in stays, over what the person saw. */
export function followNote(seen: NoteFields, typed: NoteFields, now: NoteFields) {
  const base = { ...seen };
  const values = { ...typed };
  for (const field of ['noteTitle', 'noteDescription'] as const) {
    if (typed[field] !== seen[field] && typed[field] !== now[field]) continue;
    base[field] = now[field];
    values[field] = now[field];
  }
  return { base, values };
}
