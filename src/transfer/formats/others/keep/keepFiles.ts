import { attempt } from '../../../../lib/attempt';
import type { Json } from '../../../../services/database';
import { isKeepNote, noteOfKeep, type KeepNote } from './keepNote';
import { problemOf, UnreadableFile, type NoteItem, type Problem, type Reading } from '../../reading';

/** A file with its path. */
export type TextFile = { name: string; text: string };

/** The maximum length of a note's name in problems. */
const LONGEST_NAME_CHARACTERS = 60;
const nameOf = (file: string, title = '') => {
  const name = title || file.replace(/^.*[/\\]/, '').replace(/\.json$/i, '');
  return name.length > LONGEST_NAME_CHARACTERS ? `${name.slice(0, LONGEST_NAME_CHARACTERS)}…` : name;
};

type Found = { name: string; note: KeepNote };

/** The notes among files, and the problems of the others. */
function notesIn(files: readonly TextFile[], say: (text: string) => void): Found[] {
  let others = 0;
  const found = files.flatMap(({ name, text }): Found[] => {
    const json = attempt(() => JSON.parse(text) as Json);
    if (json === undefined) {
      say(`“${nameOf(name)}” is left out: it is not complete JSON.`);
      return [];
    }
    if (isKeepNote(json)) {
      const note = noteOfKeep(json);
      return [{ name: nameOf(name, note.record.noteTitle), note }];
    }
    others += 1;
    return [];
  });
  if (found.length === 0) throw new UnreadableFile('There is no note of Google Keep in it.');
  if (others > 0)
    say(
      others === 1
        ? 'One JSON file is left out: it is not a note of Keep.'
        : `${others} JSON files are left out: they are not notes of Keep.`,
    );
  return found;
}

/**
 * The notes of Google Keep in files of Google Takeout, by creation time, so that the newest is first on the wall.
 * Notes in Keep's trash are omitted, archived ones are included; all losses are reported. Throws `UnreadableFile`.
 */
export function readKeep(files: readonly TextFile[]): Reading {
  const texts: { leftOut: string[]; lost: string[]; archived: string[] } = {
    leftOut: [],
    lost: [],
    archived: [],
  };
  const found = notesIn(files, text => texts.leftOut.push(text));
  const kept = found.filter(({ note }) => !note.isTrashed);
  const trashed = found.length - kept.length;
  if (trashed > 0)
    texts.leftOut.push(
      trashed === 1
        ? 'One note in Keep’s trash is left out.'
        : `${trashed} notes in Keep’s trash are left out.`,
    );
  const madeAt = ({ createdAt, editedAt }: KeepNote) => createdAt || editedAt;
  kept.sort((a, b) => madeAt(a.note) - madeAt(b.note) || a.note.editedAt - b.note.editedAt);
  const items = kept.flatMap(({ name, note: { record, beside, lost, isArchived } }): NoteItem[] => {
    const item: NoteItem = { kind: 'note', key: null, deletedAt: null, record, beside };
    const hasWords = record.noteTitle !== '' || record.noteDescription !== '';
    const problem = hasWords ? problemOf(item) : `it has no words. ${lost.join(' ')}`.trim();
    if (problem) {
      texts.leftOut.push(`“${name}” is left out: ${problem}`);
      return [];
    }
    texts.lost.push(...lost.map(sentence => `“${name}”: ${sentence}`));
    if (isArchived) texts.archived.push(`“${name}” is archived in Keep; here it hangs on the wall.`);
    return [item];
  });
  const problems = [...texts.leftOut, ...texts.lost, ...texts.archived].map((text): Problem => ({
    line: null,
    text,
  }));
  return { source: 'Google Keep', items, problems };
}
