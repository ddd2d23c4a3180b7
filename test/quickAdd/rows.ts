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
