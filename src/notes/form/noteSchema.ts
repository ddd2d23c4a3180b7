import { object, string } from 'yup';
import type { NoteFields } from '../note';

const title = string().trim().max(10_000, 'A title can have 10,000 characters at most');
const description = string().trim().max(1_000_000, 'A description can have 1,000,000 characters at most');

/**
 * A new note needs title and description, not just blanks. The lengths only prevent abuse, and equal those of the
 * database rules.
 */
export const noteSchema = object({ noteTitle: title.required(), noteDescription: description.required() });

/** An edited note needs a title and a description only if it had them; notes imported from Keep often lack one. */
export const noteSchemaOf = ({ noteTitle, noteDescription }: NoteFields) =>
  noteSchema.shape({
    ...(noteTitle.trim() === '' && { noteTitle: title }),
    ...(noteDescription.trim() === '' && { noteDescription: description }),
  });

export const noFields: NoteFields = { noteTitle: '', noteDescription: '' };
