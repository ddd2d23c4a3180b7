/** Copies text to the clipboard; resolves with false when the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text); // no clipboard over plain HTTP, or no permission
  }
}

/** The message after a failed copy. */
export const NOT_COPIED = 'Your browser did not allow copying: select the text and copy it.';

/** Fallback without HTTPS: copies the selection of a temporary field. */
function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.cssText = 'position: fixed; opacity: 0';
  // Inside an open dialog: everything outside it is inert.
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
