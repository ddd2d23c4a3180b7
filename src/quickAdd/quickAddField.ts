/** Focuses the line that adds a task; where the page has none, or it is hidden, calls `open`. */
export function focusQuickAdd(open: () => void) {
  const field = document.querySelector<HTMLElement>('[data-quick-add]');
  field?.focus();
  if (!field || document.activeElement !== field) open();
}

/** `q` alone, outside of fields: handled before the code of the shortcuts is here, so that what is typed next is kept. */
export const isQuickAddKey = ({ key, target, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent) =>
  key === 'q' &&
  !(ctrlKey || metaKey || altKey || isComposing) &&
  target instanceof Element &&
  !target.closest('input, textarea, select') &&
  !document.querySelector('dialog[open], main form');
