/** Rows and cards mark themselves with `data-item`; a row of a long list has its index too. */
const ITEM = 'main [data-item]';
/** Animation frames to wait until a row that was scrolled to is drawn. */
const FRAMES = 20;

const itemsOnPage = () => [...document.querySelectorAll<HTMLElement>(ITEM)];

/** The box of a task's part that has the focus. */
export const focusedPart = () => document.activeElement?.closest<HTMLElement>('main [data-part]') ?? null;

const ROW = 'li, [role="listitem"]';
/** The item that has the focus, or whose row has; of a part that of its task. */
export function focusedRow(): HTMLElement | null {
  const row = document.activeElement?.closest(ROW);
  const outer = focusedPart() && row?.parentElement?.closest(ROW);
  return (outer || row)?.querySelector<HTMLElement>('[data-item]') ?? null;
}

/** The task or note that has the focus; null on a part of a task, which is neither. */
export function focusedItem(): { taskId: number | null; fireId: string | null } {
  const { task, note } = (focusedPart() ? null : focusedRow())?.dataset ?? {};
  return { taskId: task ? Number(task) : null, fireId: note || null };
}

/** Its number in the whole list; of a long list only a part is in the document. */
export const rowOf = (item: HTMLElement) =>
  Number(item.closest<HTMLElement>('[data-row]')?.dataset.row ?? itemsOnPage().indexOf(item));

const leftOf = (item: HTMLElement) =>
  Math.round(item.closest('li, [role="listitem"]')?.getBoundingClientRect().left ?? 0);
const topOf = (item: HTMLElement) => item.getBoundingClientRect().top;

/** How far an item of the same column is below or above, in rows; 1 or -1 where there are no columns. */
function inColumn(items: HTMLElement[], from: HTMLElement | null, direction: 1 | -1): number {
  if (!from || new Set(items.map(leftOf)).size < 2) return direction;
  const next = items
    .filter(item => leftOf(item) === leftOf(from) && direction * (topOf(item) - topOf(from)) > 0)
    .sort((a, b) => direction * (topOf(a) - topOf(b)))[0];
  return next ? rowOf(next) - rowOf(from) : 0;
}

type Move = (items: HTMLElement[], from: HTMLElement | null) => number;
const STEPS = {
  next: () => 1,
  previous: () => -1,
  below: (items, from) => inColumn(items, from, 1),
  above: (items, from) => inColumn(items, from, -1),
} satisfies Record<string, Move>;
export type Step = keyof typeof STEPS;

/**
 * Moves the focus from the item that has it, or from the open one, else from the last one. Answers the new row's index,
 * null without one.
 */
export function moveFocus(step: Step, lastRow: number): number | null {
  const items = itemsOnPage();
  const first = items[0];
  if (!first) return null;
  const from = focusedRow() ?? items.find(item => item.getAttribute('aria-current') === 'true');
  const count = Number(first.closest<HTMLElement>('[data-rows]')?.dataset.rows ?? items.length);
  const by = (STEPS[step] as Move)(items, from ?? null);
  const row = from ? rowOf(from) + by : Math.min(lastRow, count - 1);
  return focusRow(row, by, count, FRAMES);
}

/** Skips rows without an item, such as the headings of the log. */
function focusRow(row: number, by: number, count: number, frames: number): number | null {
  if (row < 0 || row >= count) return null;
  const item = itemsOnPage().find(each => rowOf(each) === row);
  if (item) item.focus();
  else if (document.querySelector(`main [data-row="${row}"]`)) return focusRow(row + by, by, count, frames);
  else if (frames > 0) {
    scrollTowards(row);
    requestAnimationFrame(() => focusRow(row, by, count, frames - 1));
  }
  return row;
}

/** Scrolls towards a row that is not drawn, by the rows between; what stands among them is made up for by the next call. */
function scrollTowards(row: number) {
  const drawn = [...document.querySelectorAll<HTMLElement>('main [data-row]')];
  const by = (element: HTMLElement) => row - Number(element.dataset.row);
  const nearest = drawn.reduce((a, b) => (Math.abs(by(b)) < Math.abs(by(a)) ? b : a));
  const scroller = nearest.closest('[data-rows]')!.parentElement!;
  const { top, height } = nearest.getBoundingClientRect();
  scroller.scrollTop +=
    top + by(nearest) * height - scroller.getBoundingClientRect().top - scroller.clientHeight / 2;
}

/** Focuses the row of a task once it is drawn: of a long list, near where it was. */
export function focusRowOf(task: string, row: number, frames = FRAMES) {
  const item = document.querySelector<HTMLElement>(`${ITEM}[data-task="${task}"]`);
  if (item) return item.focus();
  if (frames === 0) return;
  if (document.querySelector('main [data-row]')) scrollTowards(row);
  requestAnimationFrame(() => focusRowOf(task, row, frames - 1));
}
