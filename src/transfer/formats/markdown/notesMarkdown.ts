import { byPlace, lookOfStored, noLook } from '../../../notes/look';
import { notesOfRecords } from '../../../notes/note';
import type { Content } from '../content';
import { escapedHeadings, escapedLine } from './markdownText';

/** The notes as one document, in the order of the wall; only lines that would be headings of the document are escaped. */
export function notesMarkdown({ notes, looks }: Content): string {
  const lookAt = (key: string) => (Object.hasOwn(looks, key) ? looks[key]! : null);
  const parts = notesOfRecords(notes)
    .map(note => ({ ...note, ...(lookOfStored(lookAt(note.notesFireId)) ?? noLook) }))
    .sort(byPlace)
    .map(
      ({ noteTitle, noteDescription }) =>
        `## ${escapedLine(noteTitle)}\n\n${escapedHeadings(noteDescription.trimEnd())}\n`,
    );
  return ['# Notes\n', ...parts].join('\n');
}
