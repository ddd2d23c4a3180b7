import type { Content, ExportKind } from './formats/content';
import type { TagSettings } from '../settings/settings';
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
import { readCalendar } from './formats/ics/icsItems';
import { isCalendar } from './formats/ics/icsText';
import { isKeepNote, readKeep } from './formats/others/keep';
import { readSuperProductivity, tasksOfSuperProductivity } from './formats/others/superProductivity';
import { isTickTick, readTickTick } from './formats/others/tickTick';
import { isTodoist, readTodoist } from './formats/others/todoist';
import { filesInZip, isZip } from './formats/others/zip';
import { readTable, tableOf } from './formats/table';
import { decoded, type Encoding } from './formats/encoding';

/** The known tables, by their columns; the first match reads the file. */
const TABLES: [IsHeader, (sheet: Sheet, options: ReadOptions) => Reading][] = [
  [isDaywallCsv, readDaywallCsv],
  [isTickTick, readTickTick],
  [isTodoist, readTodoist],
  [isMicrosoft, readMicrosoft],
];

const isNothing = ({ items, problems }: Reading) => items.length + problems.length === 0;

/** Reads a file, whose kind is recognised by its content, never by its name. Throws `UnreadableFile`. */
export function readFile(text: string, options: ReadOptions): Reading {
  if (text.trim() === '') throw new UnreadableFile('This file is empty.');
  if (/^\s*[{[]/.test(text)) {
    if (isOfKeep(text)) return readKeep([{ name: options.name, text }]);
    const backup = tasksOfSuperProductivity(text);
    return backup ? readSuperProductivity(backup, options) : readDaywall(text);
  }
  if (isCalendar(text)) return readCalendar(text, options);
  if (options.columns) return readTable(text, options) ?? refuse();
  for (const [isHeader, read] of TABLES) {
    const sheet = sheetOf(text, isHeader);
    const reading = sheet && read(sheet, options);
    if (reading)
      return reading.source === 'a table' ? { ...reading, table: tableOf(text, options) } : reading;
  }
  if (isMarkdown(text)) return readMarkdown(text, options);
  return readTable(text, options) ?? refuse();
}

function refuse(): never {
  throw new UnreadableFile(
    'This is not a file from Daywall, Google Keep, Todoist, TickTick, Microsoft To Do or Super Productivity, no calendar, no list in Markdown, and no table with columns like Name, Date, List and Notes.',
  );
}

/** The maximum number of characters of a single Keep note; longer JSON is not parsed as one. */
const LONGEST_NOTE_CHARACTERS = 8_000_000;

const isOfKeep = (text: string): boolean =>
  text.length <= LONGEST_NOTE_CHARACTERS && isKeepNote(attempt(() => JSON.parse(text) as Json));

/** A chosen file. */
type BytesFile = { name: string; bytes: Uint8Array };
type Text = { name: string; text: string; encoding: Encoding | null; problem: string | null };

/** The texts among the chosen files, and in their zips; a problem where one is left out. */
function textsOf(files: readonly BytesFile[], options: ReadOptions) {
  const texts: Text[] = [];
  const problems: Problem[] = [];
  for (const { name, bytes } of files) {
    const zip = isZip(bytes) ? filesInZip(bytes) : { files: new Map([[name, bytes]]), tooLarge: [] };
    for (const [path, unpacked] of zip.files) {
      const { text, encoding, isDamaged } = decoded(unpacked, options.language, options.encoding);
      const problem = isDamaged ? 'Some of its letters are damaged.' : null;
      texts.push({ name: path, text, encoding, problem });
    }
    for (const large of zip.tooLarge)
      problems.push({ line: null, text: `“${large}” is left out: it is too large to be a note.` });
  }
  return { texts, problems };
}

const isJson = ({ name }: Text) => /\.json$/i.test(name);

/**
 * Reads each of several files by itself, and the notes of Google Keep as one; a file that can't be read is told, unless
 * none can.
 */
function readEach(texts: readonly Text[], options: ReadOptions): Reading {
  const hasKeep = texts.length === 0 || texts.some(({ text }) => isOfKeep(text));
  const ofKeep = hasKeep ? texts.filter(isJson) : [];
  const read = hasKeep ? [readKeep(ofKeep)] : [];
  const problems = read.flatMap(reading => reading.problems);
  let refusal: UnreadableFile | null = null;
  for (const { name, text } of texts.filter(other => !ofKeep.includes(other))) {
    const from = (line: number | null) => `“${name}”${line === null ? '' : `, line ${line}`}`;
    try {
      const reading = readFile(text, { ...options, name });
      read.push(reading);
      if (isNothing(reading)) problems.push({ line: null, text: `${from(null)} has no tasks and no notes.` });
      problems.push(
        ...reading.problems.map(({ line, text: words }) => ({ line: null, text: `${from(line)}: ${words}` })),
      );
    } catch (failure) {
      if (!(failure instanceof UnreadableFile)) throw failure;
      refusal ??= failure;
      problems.push({ line: null, text: `${from(null)} is left out: ${failure.message}` });
    }
  }
  if (refusal && read.length === 0) throw refusal;
  const [source, ...others] = new Set(read.map(reading => reading.source));
  return {
    source: others.length > 0 ? 'several programs' : source!,
    items: read.flatMap(({ items }) => items),
    problems,
    lists: Object.assign({}, ...read.map(({ lists }) => lists)) as TagSettings,
  };
}

/** Reads files that were chosen together, with what their zips hold. Throws `UnreadableFile`. */
export function readFiles(files: readonly BytesFile[], options: ReadOptions): Reading {
  const [first, ...more] = files;
  const { texts, problems: leftOut } = textsOf(files, options);
  const isAlone = first && more.length === 0 && !isZip(first.bytes);
  const reading = isAlone ? readFile(texts[0]!.text, options) : readEach(texts, options);
  if (isNothing(reading)) throw new UnreadableFile('It has no tasks and no notes.');
  const damaged = texts.flatMap(({ name, problem }) =>
    problem === null ? [] : { line: null, text: isAlone ? problem : `“${name}”: ${problem}` },
  );
  return {
    ...reading,
    problems: [...leftOut, ...damaged, ...reading.problems],
    encoding: texts.find(({ encoding }) => encoding !== null)?.encoding ?? null,
  };
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
