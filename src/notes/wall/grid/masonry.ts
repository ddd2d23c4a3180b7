/** The minimum width of a column, in pixels. */
const NARROWEST_COLUMN_PX = 250;

const columnsIn = (width: number, gap: number) =>
  Math.max(1, Math.floor((width + gap) / (NARROWEST_COLUMN_PX + gap)));

/** The columns of a list in an element, and their width in pixels. */
export function columnsOf(width: number, gap: number) {
  const columns = columnsIn(width, gap);
  return { columns, columnWidth: Math.floor((width - gap * (columns - 1)) / columns) };
}
export const gapOf = (element: Element) => parseFloat(getComputedStyle(element).rowGap) || 0;

/** The number of screens above and below the view whose cards are rendered too. */
const SCREENS_OUTSIDE_VIEW = 1;
/** The view moves in steps of so many pixels, so that scrolling rarely renders. */
export const SCROLL_INTERVAL_PX = 120;

/** The pixels from and to which cards are rendered. */
export const renderedAt = (top: number, height: number) =>
  [
    top - height * SCREENS_OUTSIDE_VIEW,
    top + SCROLL_INTERVAL_PX + height * (1 + SCREENS_OUTSIDE_VIEW),
  ] as const;

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

/** The style of a card at its place. */
export const styleAt = (
  { columnOf, tops }: Masonry,
  at: number,
  { columnWidth, gap }: { columnWidth: number; gap: number },
) => ({
  width: columnWidth > 0 ? `${columnWidth}px` : undefined,
  transform: `translate(${columnOf[at]! * (columnWidth + gap)}px, ${tops[at]!}px)`,
});
