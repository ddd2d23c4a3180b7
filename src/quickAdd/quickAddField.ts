import type { Day } from '../lib/days/days';

/** The media query for phones, on which a round button replaces the line (app/shell/ViewsBar.tsx). */
export const PHONE = '(max-width: 680px)';

/** Whether the device has no mouse, so that rows are swiped instead of dragged. */
export const isSwiped = globalThis.matchMedia?.('(hover: none) and (pointer: coarse)').matches ?? false;

/** Focuses the page's quick-add field; if there is none or it is hidden, calls `open`. */
export function focusQuickAdd(open: () => void) {
  const field = document.querySelector<HTMLElement>('[data-quick-add]');
  field?.focus();
  if (!field || document.activeElement !== field) open();
}

/** Lines that show what the field reads. */
export const EXAMPLES = [
  'Call Ana fri',
  'Pay rent every last day #work',
  'Book a table tomorrow 7pm',
  'Water the plants every 3 days',
  'Bins every tue',
  'Send the report next week #work',
];

/** The example of a page, another one each day. */
export const exampleOf = (page: string | null, today: Day) =>
  EXAMPLES[(Number(today.slice(-2)) + (page ?? '').length) % EXAMPLES.length]!;
