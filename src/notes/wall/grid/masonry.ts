/** Columns are never narrower than this, in pixels. */
const NARROWEST = 250;

export const columnsIn = (width: number, gap: number) =>
  Math.max(1, Math.floor((width + gap) / (NARROWEST + gap)));

/** Where cards hang: the column and the top of each, in pixels, and the height of all. */
export type Masonry = {
  columns: number;
  columnOf: Uint16Array;
  tops: Float64Array;
  height: number;
};

/**
 * Hangs cards in order, each in the column that is shortest so far by the guessed heights. What was measured moves cards
 * within their column alone, so that none changes columns when it comes into view. Costs one pass over all.
 */
export function hang(
  guessed: readonly number[],
  heights: readonly number[],
  columns: number,
  gap: number,
): Masonry {
  const guessedEnds = new Float64Array(columns);
  const ends = new Float64Array(columns);
  const columnOf = new Uint16Array(guessed.length);
  const tops = new Float64Array(guessed.length);
  for (let at = 0; at < guessed.length; at++) {
    let column = 0;
    for (let other = 1; other < columns; other++)
      if (guessedEnds[other]! < guessedEnds[column]!) column = other;
    columnOf[at] = column;
    tops[at] = ends[column]!;
    guessedEnds[column]! += guessed[at]! + gap;
    ends[column]! += heights[at]! + gap;
  }
  return { columns, columnOf, tops, height: Math.max(0, ...ends) };
}

/** The numbers of the cards that are in view between two heights, in order. */
export function cardsBetween(
  { tops }: Pick<Masonry, 'tops'>,
  heights: readonly number[],
  from: number,
  to: number,
): number[] {
  const cards: number[] = [];
  for (let at = 0; at < tops.length; at++)
    if (tops[at]! < to && tops[at]! + heights[at]! > from) cards.push(at);
  return cards;
}
