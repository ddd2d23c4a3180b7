import { object, string } from 'yup';
import type { NoteFields } from '../note';
import { isBlank, trimmed } from '../../lib/text/visible';

const title = string().transform(trimmed).max(10_000, 'A title can have 10,000 characters at most');
const description = string()
  .transform(trimmed)
  .max(1_000_000, 'A description can have 1,000,000 characters at most');

/**
 * A new note needs title and description, not just blanks. The lengths only prevent abuse, and equal those of the
 * database rules.
 */
export const noteSchema = object({ noteTitle: title.required(), noteDescription: description.required() });

/** An edited note needs a title and a description only if it had them; notes imported from Keep often lack one. */
export const noteSchemaOf = ({ noteTitle, noteDescription }: NoteFields) =>
  noteSchema.shape({
    ...(isBlank(noteTitle) && { noteTitle: title }),
    ...(isBlank(noteDescription) && { noteDescription: description }),
  });

export const noFields: NoteFields = { noteTitle: '', noteDescription: '' };
