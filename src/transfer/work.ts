import type { Content, ExportKind } from './formats/content';
import { tasksCsv, isDaywallCsv, readDaywallCsv } from './formats/daywall/daywallCsv';
import { daywallJson, readDaywall } from './formats/daywall/daywallJson';
import { tasksIcs } from './formats/ics/ics';
import { markdownOf } from './formats/markdown/markdown';
import { UnreadableFile, type Item, type Reading, type ReadOptions, type Problem } from './formats/reading';
import { attempt } from '../lib/attempt';
import type { Json } from '../services/database';
import { sheetOf, type IsHeader, type Sheet } from './formats/csv';
import { isMarkdown, readMarkdown } from './formats/markdown/markdownItems';
import { isMicrosoft, readMicrosoft } from './formats/others/microsoft';
import { isCalendar, readCalendar } from './formats/ics/icsItems';
import { isKeepNote, readKeep, type TextFile } from './formats/others/keep';
import { readSuperProductivity, tasksOfSuperProductivity } from './formats/others/superProductivity';
import { isTickTick, readTickTick } from './formats/others/tickTick';
import { isTodoist, readTodoist } from './formats/others/todoist';
import { isZip, jsonInZip } from './formats/others/zip';

/** The known tables, by their columns; the first match reads the file. */
const TABLES: [IsHeader, (sheet: Sheet, options: ReadOptions) => Reading][] = [
  [isDaywallCsv, readDaywallCsv],
  [isTickTick, readTickTick],
  [isTodoist, readTodoist],
  [isMicrosoft, readMicrosoft],
];

/** Decodes text in UTF-8, or in UTF-16 or Windows-1252, which spreadsheets write. */
export function textOfBytes(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const text = attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  return text ?? new TextDecoder('windows-1252').decode(bytes);
}

/** Reads a file, whose kind is recognised by its content, never by its name. Throws `UnreadableFile`. */
export function readFile(text: string, options: ReadOptions): Reading {
  if (text.trim() === '') throw new UnreadableFile('This file is empty.');
  if (/^\s*[{[]/.test(text)) {
    if (isOfKeep(text)) return readKeep([{ name: options.name, text }]);
    const backup = tasksOfSuperProductivity(text);
    return backup ? readSuperProductivity(backup, options) : readDaywall(text);
  }
  if (isCalendar(text)) return readCalendar(text, options);
  for (const [isHeader, read] of TABLES) {
    const sheet = sheetOf(text, isHeader);
    if (sheet) return read(sheet, options);
  }
  if (isMarkdown(text)) return readMarkdown(text, options);
  throw new UnreadableFile(
    'This is not a file from Daywall, Google Keep, Todoist, TickTick, Microsoft To Do or Super Productivity, and no calendar or list in Markdown: none of its rows names their columns.',
  );
}

/** The maximum number of characters of a single Keep note; longer JSON is not parsed as one. */
const LONGEST_NOTE_CHARACTERS = 8_000_000;

const isOfKeep = (text: string): boolean =>
  text.length <= LONGEST_NOTE_CHARACTERS && isKeepNote(attempt(() => JSON.parse(text) as Json));

/** A chosen file. */
type BytesFile = { name: string; bytes: Uint8Array };

/** The JSON files among the chosen files, and in their zips. */
function jsonOf(files: readonly BytesFile[]): { texts: TextFile[]; tooLarge: string[] } {
  const texts: TextFile[] = [];
  const tooLarge: string[] = [];
  for (const { name, bytes } of files) {
    if (!isZip(bytes)) {
      texts.push({ name, text: textOfBytes(bytes) });
      continue;
    }
    const zip = jsonInZip(bytes);
    for (const [path, unpacked] of zip.files) texts.push({ name: path, text: textOfBytes(unpacked) });
    tooLarge.push(...zip.tooLarge);
  }
  return { texts, tooLarge };
}

/** Reads files that were chosen together; several files, or a zip, must be from Google Keep. Throws `UnreadableFile`. */
export function readFiles(files: readonly BytesFile[], options: ReadOptions): Reading {
  const [first, ...more] = files;
  if (first && more.length === 0 && !isZip(first.bytes)) return readFile(textOfBytes(first.bytes), options);
  const { texts, tooLarge } = jsonOf(files);
  const reading = readKeep(texts);
  const problems = tooLarge.map((name): Problem => ({
    line: null,
    text: `“${name}” is left out: it is too large to be a note.`,
  }));
  return { ...reading, problems: [...problems, ...reading.problems] };
}

/** Jobs done in a worker, because a file may be large. */
export type Job =
  | { type: 'read'; files: { name: string; bytes: ArrayBuffer }[]; options: ReadOptions }
  | { type: 'write'; kind: ExportKind; content: Content; now: number };
export type Result = { reading: Reading } | { text: string } | { unreadable: string };
/** The messages of a result: first the items in pieces, then the rest. */
export type Message = { items: Item[] } | Result;

const WRITERS: Record<ExportKind, (content: Content, now: number) => string> = {
  json: daywallJson,
  csv: tasksCsv,
  ics: tasksIcs,
  md: markdownOf,
};

/** Does a job. An unreadable file is a result; any other error is a bug. */
export function work(job: Job): Result {
  if (job.type === 'write') return { text: WRITERS[job.kind](job.content, job.now) };
  try {
    const files = job.files.map(({ name, bytes }) => ({ name, bytes: new Uint8Array(bytes) }));
    return { reading: readFiles(files, job.options) };
  } catch (failure) {
    if (!(failure instanceof UnreadableFile)) throw failure;
    return { unreadable: failure.message };
  }
}
