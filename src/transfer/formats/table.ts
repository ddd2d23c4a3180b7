import Papa from 'papaparse';
import { gather, listOfLabels, withWords } from './csvItems';
import { dayOfText, instantOfText, orderOfNumbers } from './days';
import type { Columns, Reading, ReadOptions, Table } from './reading';
import { momentHere, timeOfText } from './times';

/** The beginnings of column names, in the languages of most files. */
const NAMES: Record<keyof Columns, RegExp> = {
  name: /^(name|title|task name|card name|task|subject|summary|content|to-?do|item|aufgabe|titel|betreff|tâche|titre|tarea|título|nombre|attività|zadanie|задача|название)/i,
  date: /^(due date|due|date|deadline|when|day|fällig|datum|termin|échéance|fecha|data|vencimiento|scadenza|termin|срок|дата)/i,
  list: /^(list|project|folder|category|section|area|group|board|liste|projekt|ordner|projet|proyecto|lista|список|проект)/i,
  notes:
    /^(note|description|comment|detail|body|text|notiz|beschreibung|notas|descripción|opis|заметк|описание)/i,
};
const PREAMBLE_ROWS = 200;

type Cells = { names: string[]; rows: { line: number; cells: string[] }[] };

const linesIn = (cells: readonly string[]) =>
  cells.reduce((lines, cell) => lines + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 1);
const isWords = (cell: string) =>
  cell.trim() !== '' && dayOfText(cell) === null && !/^[\d.,\s%]+$/.test(cell);

/** Whether a first row has a column with just a name of tasks. */
const isNamed = (cells: readonly string[] = []) =>
  cells.length > 1 &&
  cells.some(cell => NAMES.name.exec(cell.trim())?.[0] === cell.trim() && cell.trim() !== '');

/** The delimiter of a table that names its columns, or whose rows have as many, at least two; null for other text. */
function delimiterOf(text: string): string | null {
  // oxlint-disable-next-line no-control-regex
  if (/^\s*</.test(text) || /[\x00-\x08\x0e-\x1f]/.test(text.slice(0, 10_000))) return null;
  const { data, meta } = Papa.parse<string[]>(text, { preview: PREAMBLE_ROWS, skipEmptyLines: 'greedy' });
  const lengths = data.map(cells => cells.length);
  const [most] = [...new Set(lengths)].sort(
    (a, b) => lengths.filter(length => length === b).length - lengths.filter(length => length === a).length,
  );
  const same = lengths.filter(length => length === most).length;
  const isAlike = data.length > 1 && most !== undefined && most > 1 && same >= data.length * 0.8;
  return isAlike || isNamed(data[0]) ? meta.delimiter : null;
}

function cellsOf(text: string): Cells | null {
  const delimiter = delimiterOf(text);
  if (delimiter === null) return null;
  const rows: Cells['rows'] = [];
  let line = 1;
  for (const cells of Papa.parse<string[]>(text, { delimiter }).data) {
    if (cells.some(cell => cell.trim() !== '')) rows.push({ line, cells });
    line += linesIn(cells);
  }
  const [first] = rows;
  const isHeader = first!.cells.filter(cell => cell.trim() !== '').every(isWords);
  const width = Math.max(...rows.slice(0, PREAMBLE_ROWS).map(({ cells }) => cells.length));
  const names = Array.from(
    { length: width },
    (_, at) => (isHeader && first!.cells[at]?.trim()) || `Column ${at + 1}`,
  );
  return { names, rows: isHeader ? rows.slice(1) : rows };
}

/** The likely columns: by their names, else the first one with words, and one with days. */
function guessed({ names, rows }: Cells): Columns {
  const sample = rows.slice(0, 20);
  const find = (is: (cell: string) => boolean) =>
    names.findIndex((_, at) => {
      const filled = sample.filter(({ cells }) => (cells[at] ?? '').trim() !== '');
      return filled.length > 0 && filled.every(({ cells }) => is(cells[at]!));
    });
  /** A column with just such a name, else with one that begins so; numbers of records are none. */
  const byName = (what: keyof Columns) => {
    const found = names.map(name => NAMES[what].exec(name.trim())?.[0].length ?? 0);
    const at = names.findIndex((name, place) => found[place] === name.trim().length);
    return at >= 0
      ? at
      : names.findIndex((name, place) => found[place]! > 0 && !/\b(id|url|at)\b/i.test(name));
  };
  const or = (at: number, other: () => number) => (at >= 0 ? at : other());
  return {
    name: Math.max(
      0,
      or(byName('name'), () => find(isWords)),
    ),
    date: or(byName('date'), () => find(cell => dayOfText(cell) !== null)),
    list: byName('list'),
    notes: byName('notes'),
  };
}

/** The columns of a table and what each of them is taken for; null for other text. */
export function tableOf(text: string, { columns }: ReadOptions): (Cells & Table) | null {
  const cells = cellsOf(text);
  return cells && { ...cells, chosen: columns ?? guessed(cells) };
}

/** The tasks of a table that no known program wrote, by the columns that are chosen for it; null for other text. */
export function readTable(text: string, options: ReadOptions): Reading | null {
  const table = tableOf(text, options);
  if (!table) return null;
  const { names, rows, chosen } = table;
  const found = gather('a table', []);
  const at = ({ cells }: { cells: string[] }, place: number) => (cells[place] ?? '').trim();
  const order = orderOfNumbers(
    rows.map(row => at(row, chosen.date)),
    options.language,
  );
  for (const row of rows) {
    const { line } = row;
    const words = at(row, chosen.date);
    const instant = instantOfText(words);
    const due =
      instant === null ? { day: dayOfText(words, order), time: timeOfText(words) } : momentHere(instant);
    const day = found.dayOf(line, words, due.day, options);
    const list = at(row, chosen.list);
    const description = at(row, chosen.notes);
    found.addTask({
      line,
      name: at(row, chosen.name),
      description: words !== '' && day === null ? withWords(description, 'Date', words) : description,
      list: listOfLabels(list),
      day,
      time: day && due.time,
      details: { tags: [list] },
    });
  }
  const used = Object.values(chosen);
  const left = names.filter((_, place) => !used.includes(place) && rows.some(row => at(row, place) !== ''));
  found.leaveColumns(left, []);
  return { ...found.end(), table: { names, chosen } };
}
