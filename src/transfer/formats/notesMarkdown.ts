import { byPlace, lookOfStored, noLook } from '../../notes/look';
import { notesOfRecords } from '../../notes/note';
import type { Content } from '../content';

/** A heading is one line; what Markdown would take for its own is kept from it. */
const headingOf = (title: string) =>
  title
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]<>#]/g, '\\$&') || 'Untitled';

/** The notes as one document, in the order of the wall; their text is left as it was written. */
export function notesMarkdown({ notes, looks }: Content): string {
  const lookAt = (key: string) => (Object.hasOwn(looks, key) ? looks[key]! : null);
  const parts = notesOfRecords(notes)
    .map(note => ({ ...note, ...(lookOfStored(lookAt(note.notesFireId)) ?? noLook) }))
    .sort(byPlace)
    .map(({ noteTitle, noteDescription }) => `## ${headingOf(noteTitle)}\n\n${noteDescription.trimEnd()}\n`);
  return ['# Notes\n', ...parts].join('\n');
}
