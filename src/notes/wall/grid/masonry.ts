/** The minimum width of a column, in pixels. */
const NARROWEST = 250;

export const columnsIn = (width: number, gap: number) =>
  Math.max(1, Math.floor((width + gap) / (NARROWEST + gap)));

/** The layout of cards: the column and the top of each, in pixels, and the total height. */
export type Masonry = {
  columnOf: Uint16Array;
  tops: Float64Array;
  height: number;
};

/**
 * Lays out cards in order, each in the column that is shortest by the estimated heights. Measured heights shift cards
 * only within their column, so that no card changes columns when it comes into view. Takes one pass.
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
  return { columnOf, tops, height: Math.max(0, ...ends) };
}

/** The indexes, in order, of the cards between two heights. */
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
