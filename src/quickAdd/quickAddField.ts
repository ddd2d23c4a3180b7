/** Where a round button at the thumb takes the place of the line (app/shell/ViewsBar.tsx). */
export const PHONE = '(max-width: 680px)';

/** The field's attributes, in the app and in its first frame. */
export const fieldProps = {
  rows: 1,
  dir: 'auto',
  autoComplete: 'off',
  enterKeyHint: 'done',
  'aria-label': 'Quick add',
  placeholder: 'Add a task…',
  'data-quick-add': true,
} as const;

/** Focuses the line that adds a task; where the page has none, or it is hidden, calls `open`. */
export function focusQuickAdd(open: () => void) {
  const field = document.querySelector<HTMLElement>('[data-quick-add]');
  field?.focus();
  if (!field || document.activeElement !== field) open();
}

/** A character that is typed outside of fields. */
export const isTextKey = ({ key, target, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent) =>
  key.length === 1 &&
  !(ctrlKey || metaKey || altKey || isComposing) &&
  target instanceof Element &&
  !target.closest('input, textarea, select');

/** Such a key alone, outside of fields: what opens a field before the code of the shortcuts is here, so that what is typed next is kept. */
export const isOpeningKey = (key: 'n' | 'q', event: KeyboardEvent) =>
  event.key === key && isTextKey(event) && !document.querySelector('dialog[open], main form');
