/** The media query for phones, on which a round button replaces the line (app/shell/ViewsBar.tsx). */
export const PHONE = '(max-width: 680px)';

/** Focuses the page's quick-add field; if there is none or it is hidden, calls `open`. */
export function focusQuickAdd(open: () => void) {
  const field = document.querySelector<HTMLElement>('[data-quick-add]');
  field?.focus();
  if (!field || document.activeElement !== field) open();
}
