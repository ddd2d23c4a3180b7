import { sheetOf, type IsHeader, type Sheet } from './csv';
import { isDaywallCsv, readDaywallCsv } from './daywallCsv';
import { readDaywall } from './daywallItems';
import { isMicrosoft, readMicrosoft } from './microsoft';
import { UnreadableFile, type Reading, type ReadOptions } from './reading';
import { isTickTick, readTickTick } from './tickTick';
import { isTodoist, readTodoist } from './todoist';

/** The tables that we know, by their columns; the first that knows a file reads it. */
const TABLES: [IsHeader, (sheet: Sheet, options: ReadOptions) => Reading][] = [
  [isDaywallCsv, readDaywallCsv],
  [isTickTick, readTickTick],
  [isTodoist, readTodoist],
  [isMicrosoft, readMicrosoft],
];

/** Text in UTF-8 or, as spreadsheets write it, UTF-16 or Windows' own. */
export function textOfBytes(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** What a file holds; its kind is told by its content, never by its name. Throws `UnreadableFile`. */
export function readFile(text: string, options: ReadOptions): Reading {
  if (text.trim() === '') throw new UnreadableFile('This file is empty.');
  if (/^\s*[{[]/.test(text)) return readDaywall(text);
  for (const [isHeader, read] of TABLES) {
    const sheet = sheetOf(text, isHeader);
    if (sheet) return read(sheet, options);
  }
  throw new UnreadableFile(
    'This is not a file of Daywall, Todoist, TickTick or Microsoft To Do: no row of it names columns that they have.',
  );
}
