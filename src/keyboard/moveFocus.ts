/** Rows and cards say of themselves that the focus moves between them; a row of a long list also says which it is. */
const ITEM = 'main [data-item]';
/** Frames in which a row that was scrolled to gets drawn. */
const FRAMES = 20;

const itemsOnPage = () => [...document.querySelectorAll<HTMLElement>(ITEM)];

/** The item that has the focus, itself or something beside it in its row. */
const focused = () =>
  document.activeElement?.closest('li, [role="listitem"]')?.querySelector<HTMLElement>('[data-item]') ?? null;

/** Which task or note has the focus. */
export function focusedItem(): { taskId: number | null; fireId: string | null } {
  const { task, note } = focused()?.dataset ?? {};
  return { taskId: task ? Number(task) : null, fireId: note || null };
}

/** Its number in the whole list, of which a long one has only a part on the page. */
const rowOf = (item: HTMLElement) =>
  Number(item.closest<HTMLElement>('[data-row]')?.dataset.row ?? itemsOnPage().indexOf(item));

/** Cards stand beside each other; rows do not. */
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
 * Moves the focus from the item that has it, or that is open; else to where it was last. Answers the row's number, null
 * where there is none to go to.
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

/** Rows that are nothing to act on (the headings of a logbook) are stepped over. */
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

/** Brings the place of a row that is not drawn into view. */
function scrollTo(row: number) {
  const drawn = document.querySelector<HTMLElement>('main [data-row]')!;
  const scroller = drawn.parentElement!.parentElement!;
  scroller.scrollTop = row * drawn.offsetHeight - scroller.clientHeight / 2;
}
