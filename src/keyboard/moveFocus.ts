import { scrollerOf } from '../components/rows/scrollerOf';

/** Rows and cards have the attribute `data-item`; rows of a long list also have their index. */
const ITEM = 'main [data-item]';
/** Animation frames to wait until a row that was scrolled to is drawn. */
const MAX_FRAMES = 20;

const itemsOnPage = () => [...document.querySelectorAll<HTMLElement>(ITEM)];

/** The focused checkbox of a subtask. */
export const focusedSubtask = () =>
  document.activeElement?.closest<HTMLElement>('main [data-subtask]') ?? null;

const ROW = 'li, [role="listitem"]';
/** The focused item, or the item of the focused row; for a subtask the item of its task. */
export function focusedRow(): HTMLElement | null {
  const row = document.activeElement?.closest(ROW);
  const outer = focusedSubtask() && row?.parentElement?.closest(ROW);
  return (outer || row)?.querySelector<HTMLElement>('[data-item]') ?? null;
}

/** The focused task or note; null when a subtask has the focus. */
export function focusedItem(): { taskId: number | null; fireId: string | null } {
  const { task, note } = (focusedSubtask() ? null : focusedRow())?.dataset ?? {};
  return { taskId: task ? Number(task) : null, fireId: note || null };
}

/** The item's index in the whole list; only a part of a long list is in the document. */
export const rowOf = (item: HTMLElement) =>
  Number(item.closest<HTMLElement>('[data-row]')?.dataset.row ?? itemsOnPage().indexOf(item));

const leftOf = (item: HTMLElement) =>
  Math.round(item.closest('li, [role="listitem"]')?.getBoundingClientRect().left ?? 0);
const topOf = (item: HTMLElement) => item.getBoundingClientRect().top;

/** The distance, in rows, to the next item of the same column below or above; 1 or -1 without columns. */
function inColumn(items: HTMLElement[], from: HTMLElement | null, direction: 1 | -1): number {
  if (!from || new Set(items.map(leftOf)).size < 2) return direction;
  const next = items
    .filter(item => leftOf(item) === leftOf(from) && direction * (topOf(item) - topOf(from)) > 0)
    .sort((a, b) => direction * (topOf(a) - topOf(b)))[0];
  return next ? rowOf(next) - rowOf(from) : 0;
}

type Move = (items: HTMLElement[], from: HTMLElement | null) => number;
const MOVES = {
  next: () => 1,
  previous: () => -1,
  below: (items, from) => inColumn(items, from, 1),
  above: (items, from) => inColumn(items, from, -1),
} satisfies Record<string, Move>;
export type FocusMove = keyof typeof MOVES;

/**
 * Moves the focus from the focused item, else from the open one, else from the last one. Returns the new row's index,
 * or null without one.
 */
export function moveFocus(move: FocusMove, lastRow: number): number | null {
  const items = itemsOnPage();
  const first = items[0];
  if (!first) return null;
  const from = focusedRow() ?? items.find(item => item.getAttribute('aria-current') === 'true');
  const count = Number(first.closest<HTMLElement>('[data-rows]')?.dataset.rows ?? items.length);
  const by = (MOVES[move] as Move)(items, from ?? null);
  const row = from ? rowOf(from) + by : Math.min(lastRow, count - 1);
  return focusRow(row, by, count, MAX_FRAMES);
}

/** Skips rows without an item, such as the log's headings. */
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

/**
 * Scrolls towards a row that is not rendered, by the height of the rows in between. Headings among them are
 * compensated by the next call.
 */
function scrollTowards(row: number) {
  const drawn = [...document.querySelectorAll<HTMLElement>('main [data-row]')];
  const by = (element: HTMLElement) => row - Number(element.dataset.row);
  const nearest = drawn.reduce((a, b) => (Math.abs(by(b)) < Math.abs(by(a)) ? b : a));
  const scroller = scrollerOf(nearest.closest('[data-rows]')!.parentElement!);
  const { top, height } = nearest.getBoundingClientRect();
  scroller.scrollTop +=
    top + by(nearest) * height - scroller.getBoundingClientRect().top - scroller.clientHeight / 2;
}

/** Focuses a task's row once it is rendered; in a long list, scrolls to its former position first. */
export function focusRowOf(task: string, row: number, frames = MAX_FRAMES) {
  const item = document.querySelector<HTMLElement>(`${ITEM}[data-task="${task}"]`);
  if (item) return item.focus();
  if (frames === 0) return;
  if (document.querySelector('main [data-row]')) scrollTowards(row);
  requestAnimationFrame(() => focusRowOf(task, row, frames - 1));
}
