/** A count with its word: '1 task', '3 tasks', 'no tasks'. */
export const counted = (count: number, word: string): string =>
  `${count === 0 ? 'no' : count.toLocaleString()} ${word}${count === 1 ? '' : 's'}`;

/** Counts with their words, without those of 0. */
export const allCounted = (counts: Readonly<Record<string, number>>): string[] =>
  Object.entries(counts).flatMap(([word, count]) => (count > 0 ? [counted(count, word)] : []));
