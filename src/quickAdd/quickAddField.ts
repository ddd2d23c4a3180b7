/** The media query for phones, on which a round button replaces the line (app/shell/ViewsBar.tsx). */
export const PHONE = '(max-width: 680px)';

/** The field's attributes, shared by the app and its first frame. */
export const fieldProps = {
  rows: 1,
  dir: 'auto',
  autoComplete: 'off',
  enterKeyHint: 'done',
  'aria-label': 'Quick add',
  placeholder: 'Add a task…',
  'data-quick-add': true,
} as const;

/** Focuses the page's quick-add field; if there is none or it is hidden, calls `open`. */
export function focusQuickAdd(open: () => void) {
  const field = document.querySelector<HTMLElement>('[data-quick-add]');
  field?.focus();
  if (!field || document.activeElement !== field) open();
}

/** Whether the key types a character outside of fields. */
export const isTextKey = ({ key, target, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent) =>
  key.length === 1 &&
  !(ctrlKey || metaKey || altKey || isComposing) &&
  target instanceof Element &&
  !target.closest('input, textarea, select');

/**
 * Whether the key, pressed outside of fields, opens one. It is handled before the code of the shortcuts is loaded, so
 * that the following keys are kept.
 */
export const isOpeningKey = (key: 'n' | 'q', event: KeyboardEvent) =>
  event.key === key && isTextKey(event) && !document.querySelector('dialog[open], main form');
