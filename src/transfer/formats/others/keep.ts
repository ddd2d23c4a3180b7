import { attempt } from '../../../lib/attempt';
import type { Json, NoteBody, Records } from '../../../services/database';
import { noteWithDetails } from '../details';
import { problemOf, UnreadableFile, type NoteItem, type Problem, type Reading } from '../reading';
import type { Paper } from '../../../notes/look';
import { isObject, membersOf } from '../content';

/** A note of Google Keep, converted. */
type KeepNote = {
  record: NoteBody;
  /** Its sidecars, by name. */
  beside: Records;
  isTrashed: boolean;
  isArchived: boolean;
  /** The creation time in milliseconds since the epoch; 0 when the file does not have it. */
  createdAt: number;
  editedAt: number;
  /** Losses, one sentence each. */
  lost: string[];
};

/** The paper for each colour of Keep; two of its reds and two of its blues share one. */
const PAPERS: Record<string, Paper | null> = {
  DEFAULT: null,
  RED: 'rose',
  ORANGE: 'peach',
  YELLOW: 'lemon',
  GREEN: 'mint',
  TEAL: 'teal',
  BLUE: 'sky',
  CERULEAN: 'sky',
  PURPLE: 'lilac',
  PINK: 'rose',
  BROWN: 'sand',
  GRAY: 'chalk',
};

/** Any two of these, with the right types, identify a note of Keep among JSON files. */
const TYPICAL_FIELDS: Record<string, (value: Json) => boolean> = {
  color: value => typeof value === 'string',
  isTrashed: value => typeof value === 'boolean',
  isPinned: value => typeof value === 'boolean',
  isArchived: value => typeof value === 'boolean',
  userEditedTimestampUsec: value => millisOf(value) > 0,
  createdTimestampUsec: value => millisOf(value) > 0,
};
export const isKeepNote = (json: Json | undefined): json is { [name: string]: Json } =>
  isObject(json) &&
  Object.entries(TYPICAL_FIELDS).filter(([name, fits]) => Object.hasOwn(json, name) && fits(json[name]!))
    .length > 1;

/** Keep writes microseconds, in some versions as text. */
function millisOf(usec: Json | undefined): number {
  const millis = typeof usec === 'number' || typeof usec === 'string' ? Number(usec) / 1000 : 0;
  return Number.isFinite(millis) && millis > 0 ? millis : 0;
}

const listOf = (json: Json | undefined): Json[] => (Array.isArray(json) ? json : []);
const textsOf = (json: Json | undefined, name: string) =>
  listOf(json).flatMap(member => {
    const text = membersOf(member)[name];
    return typeof text === 'string' && text.trim() !== '' ? text.trim() : [];
  });
const countOf = (count: number, singular: string, more: string) =>
  count === 1 ? `One ${singular}` : `${count} ${more}`;

/** Keep's own HTML of a note contains `font-weight:400` for text that is not bold. */
const STYLED =
  /<(h[1-6]|b|strong|i|em|u)\b|font-weight:\s*([6-9]00|bold)|font-style:\s*italic|:\s*underline/i;

/** The lines of a list as Markdown checkboxes. */
function linesOf(listContent: Json | undefined) {
  const items = listOf(listContent);
  const texts = items.flatMap(item => {
    const { text, isChecked } = membersOf(item);
    return typeof text === 'string' ? { text: text.trim().replace(/\s*\n\s*/g, ' '), isChecked } : [];
  });
  const lines = texts.flatMap(({ text, isChecked }) =>
    text ? `- [${isChecked === true ? 'x' : ' '}] ${text}` : [],
  );
  return { lines, unreadable: items.length - texts.length };
}

/** Content of a note that cannot be imported, one sentence each. */
function lossesOf(note: { [name: string]: Json }, unreadable: number): string[] {
  const { annotations, attachments, sharees, color, title, textContent, listContent } = note;
  const files = listOf(attachments).length;
  const reminders = listOf(note.reminders).length;
  const people = listOf(sharees).filter(sharee => membersOf(sharee).isOwner !== true).length;
  const addressless = listOf(annotations).length - textsOf(annotations, 'url').length;
  const html = [note.textContentHtml, ...listOf(listContent).map(item => membersOf(item).textHtml)];
  const isDamaged =
    [title, textContent].some(text => text !== undefined && typeof text !== 'string') ||
    (listContent !== undefined && !Array.isArray(listContent)) ||
    unreadable > 0;
  const isColour = typeof color === 'string' && Object.hasOwn(PAPERS, color);
  return [
    isDamaged && 'A part of its words is not readable.',
    files > 0 &&
      `${countOf(files, 'attachment is', 'attachments are')} not taken over: notes here hold only text.`,
    reminders > 0 && `${countOf(reminders, 'reminder is', 'reminders are')} not taken over.`,
    people > 0 &&
      `It is shared with ${countOf(people, 'person', 'people').toLowerCase()} in Keep; here only you have it.`,
    addressless > 0 && `${countOf(addressless, 'link has', 'links have')} no address.`,
    html.some(part => typeof part === 'string' && STYLED.test(part)) &&
      'Bold, italic and underlined text becomes plain.',
    color !== undefined && !isColour && `Its colour ${JSON.stringify(color)} is not known here.`,
  ].filter(sentence => sentence !== false);
}

/** Converts a note of Keep: its list becomes boxes, its links are appended to the text, its labels are tags. */
function noteOfKeep(note: { [name: string]: Json }): KeepNote {
  const { title, textContent, annotations, color } = note;
  const { lines, unreadable } = linesOf(note.listContent);
  const text = typeof textContent === 'string' ? textContent.trimEnd() : '';
  const words = [text, lines.join('\n')];
  const links = textsOf(annotations, 'url').filter(
    url => !text.includes(url) && !lines.some(line => line.includes(url)),
  );
  words.push([...new Set(links)].join('\n'));
  const [noteTitle, noteDescription] = noteWithDetails(
    typeof title === 'string' ? title.trim().replace(/\s+/g, ' ') : '',
    words.filter(part => part !== '').join('\n\n'),
    { tags: textsOf(note.labels, 'name') },
  );
  const colour = typeof color === 'string' && Object.hasOwn(PAPERS, color) ? PAPERS[color]! : null;
  const look = { ...(colour && { colour }), ...(note.isPinned === true && { pinned: true }) };
  return {
    record: { noteTitle, noteDescription },
    beside: Object.keys(look).length > 0 ? { looks: look } : {},
    isTrashed: note.isTrashed === true,
    isArchived: note.isArchived === true,
    createdAt: millisOf(note.createdTimestampUsec),
    editedAt: millisOf(note.userEditedTimestampUsec),
    lost: lossesOf(note, unreadable),
  };
}

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
  if (found.length === 0) throw new UnreadableFile('It has no notes from Google Keep.');
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
    if (isArchived) texts.archived.push(`“${name}” is archived in Keep; here it is on the wall.`);
    return [item];
  });
  const problems = [...texts.leftOut, ...texts.lost, ...texts.archived].map((text): Problem => ({
    line: null,
    text,
  }));
  return { source: 'Google Keep', items, problems };
}
