import type { Calendar } from '../../src/quickAdd/reading/phrases';
import { readTitle } from '../../src/quickAdd/reading/readTitle';

/** The rows of tables by language: a line and what it means behind ` | `; `alone` says what a line without it means. */
export const tableOf = (rows: Record<string, string>, alone = (line: string) => line) =>
  Object.entries(rows).flatMap(([language, lines]) =>
    lines
      .trim()
      .split('\n')
      .map(row => {
        const at = row.indexOf(' | ');
        return at < 0
          ? ([language, row, alone(row)] as const)
          : ([language, row.slice(0, at), row.slice(at + 3)] as const);
      }),
  );

/** The meaning of a line as a row says it: its title, its day (`no date`; `-` for none named), and a list that it names. */
export function dayAndListOf(line: string, calendar: Calendar): string {
  const { title, understood } = readTitle(line, calendar);
  const day = understood.find(phrase => phrase.kind === 'day');
  const list = understood.find(phrase => phrase.kind === 'list');
  return [title, day ? (day.day ?? 'no date') : '-', ...(list ? [list.list] : [])].join(' | ');
}
