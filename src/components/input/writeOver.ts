/** Replaces a range of text in a field; the browser's own undo reverts it. */
export function writeOver(area: HTMLTextAreaElement, from: number, to: number, insert: string) {
  area.setSelectionRange(from, to);
  if (document.execCommand?.(insert === '' ? 'delete' : 'insertText', false, insert)) return;
  area.setRangeText(insert, from, to, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}
