import Papa from 'papaparse';
import { UnreadableFile, type Problem } from './reading';

/** A row of a CSV file: its cells by column name; `line` is where it begins. */
export type Row = { line: number; cell(column: string): string };
export type Sheet = {
  columns: string[];
  rows: Row[];
  problems: Problem[];
  /** The names of columns with words that no cell was asked for. */
  unread(): string[];
};

/** Whether a row has the column names of a known file. */
export type IsHeader = (columns: readonly string[]) => boolean;

/** The number of rows searched for the column names: some programs write a preamble. */
const PREAMBLE_ROWS = 20;
const DELIMITERS = [',', ';', '\t'];

const cellsOf = (text: string, delimiter: string, preview = 0) =>
  Papa.parse<string[]>(text, { delimiter, preview });

const nameOf = (cell: string) => cell.trim().toLowerCase();
const linesIn = (cells: readonly string[]) =>
  cells.reduce((lines, cell) => lines + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 1);

/** The delimiter of a file and its row of column names; null without one. */
function headerOf(text: string, isHeader: IsHeader) {
  for (const delimiter of DELIMITERS) {
    const { data } = cellsOf(text, delimiter, PREAMBLE_ROWS);
    const at = data.findIndex(cells => isHeader(cells.map(nameOf)));
    if (at >= 0) return { delimiter, at };
  }
  return null;
}

/** The rows below the column names of a CSV file, each with its line; null when no row has them. */
export function sheetOf(text: string, isHeader: IsHeader): Sheet | null {
  const header = headerOf(text, isHeader);
  if (!header) return null;
  const { data, errors } = cellsOf(text, header.delimiter);
  const broken = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row }) => row ?? 0));
  if (broken.has(header.at))
    throw new UnreadableFile('The first row of this file has a quote that never ends.');
  const columns = data[header.at]!.map(nameOf);
  const places = new Map(columns.map((column, at) => [column, at]));
  const asked = new Set<number>();
  const filled = new Set<number>();
  const rows: Row[] = [];
  const problems: Problem[] = [];
  let line = 1;
  data.forEach((cells, at) => {
    const mine = line;
    line += linesIn(cells);
    if (at <= header.at || cells.every(cell => cell.trim() === '')) return;
    if (broken.has(at)) {
      const last = mine + linesIn(cells.map(cell => cell.trimEnd())) - 1;
      const which = last > mine ? `This row, to line ${last},` : 'This row';
      problems.push({
        line: mine,
        text: `${which} is left out: a quote in it is not closed.`,
      });
    } else {
      cells.forEach((cell, place) => cell.trim() !== '' && filled.add(place));
      const cell = (column: string) => {
        const place = places.get(column) ?? -1;
        asked.add(place);
        return cells[place] ?? '';
      };
      rows.push({ line: mine, cell });
    }
  });
  const unread = () =>
    [...filled].filter(place => !asked.has(place)).map(place => data[header.at]![place]?.trim() ?? '');
  return { columns, rows, problems, unread };
}
