/** Rows and cards mark themselves with `data-item`; a row of a long list has its index too. */
const ITEM = 'main [data-item]';
/** Animation frames to wait until a row that was scrolled to is drawn. */
const FRAMES = 20;

const itemsOnPage = () => [...document.querySelectorAll<HTMLElement>(ITEM)];

/** The item that has the focus, or whose row has. */
const focused = () =>
  document.activeElement?.closest('li, [role="listitem"]')?.querySelector<HTMLElement>('[data-item]') ?? null;

/** The task or note that has the focus. */
export function focusedItem(): { taskId: number | null; fireId: string | null } {
  const { task, note } = focused()?.dataset ?? {};
  return { taskId: task ? Number(task) : null, fireId: note || null };
}

/** Its index in the whole list; of a long list only a part is in the document. */
const rowOf = (item: HTMLElement) =>
  Number(item.closest<HTMLElement>('[data-row]')?.dataset.row ?? itemsOnPage().indexOf(item));

/** Whether items are laid out in columns, as cards are. */
const columnsOf = (items: HTMLElement[]) =>
  new Set(items.map(item => item.closest('li, [role="listitem"]')?.getBoundingClientRect().left)).size;

const STEPS = {
  next: () => 1,
  previous: () => -1,
  below: columnsOf,
  above: (items: HTMLElement[]) => -columnsOf(items),
};
export type Step = keyof typeof STEPS;

/**
 * Moves the focus from the item that has it, or from the open one, else from the last one. Answers the new row's index,
 * null without one.
 */
export function moveFocus(step: Step, lastRow: number): number | null {
  const items = itemsOnPage();
  const first = items[0];
  if (!first) return null;
  const from = focused() ?? items.find(item => item.getAttribute('aria-current') === 'true');
  const count = Number(first.closest('[aria-setsize]')?.getAttribute('aria-setsize') ?? items.length);
  const by = STEPS[step](items);
  const row = from ? rowOf(from) + by : Math.min(lastRow, count - 1);
  return focusRow(row, by, count, FRAMES);
}

/** Skips rows without an item, such as the headings of Done. */
function focusRow(row: number, by: number, count: number, frames: number): number | null {
  if (row < 0 || row >= count) return null;
  const item = itemsOnPage().find(each => rowOf(each) === row);
  if (item) item.focus();
  else if (document.querySelector(`main [data-row="${row}"]`)) return focusRow(row + by, by, count, frames);
  else if (frames > 0) {
    if (frames === FRAMES) scrollTo(row);
    requestAnimationFrame(() => focusRow(row, by, count, frames - 1));
  }
  return row;
}

/** Scrolls to a row that is not drawn. */
function scrollTo(row: number) {
  const drawn = document.querySelector<HTMLElement>('main [data-row]')!;
  const scroller = drawn.parentElement!.parentElement!;
  scroller.scrollTop = row * drawn.offsetHeight - scroller.clientHeight / 2;
}
