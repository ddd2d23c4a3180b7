/** The rows of a table that is written as text: ` | ` stands between the cells. */
export const rowsOf = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map(row => row.split(' | '));
