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
