import type { KeyboardEvent } from 'react';
import { continueList } from '../../lib/text/checklist';

/** Enter in a list goes on with it, and ends it on an empty item; the browser's own undo takes it back. */
export function continueListOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  const { key, shiftKey, ctrlKey, metaKey, altKey, nativeEvent, currentTarget: area } = event;
  if (key !== 'Enter' || shiftKey || ctrlKey || metaKey || altKey) return;
  if (nativeEvent.isComposing || nativeEvent.keyCode === 229) return;
  if (area.selectionStart !== area.selectionEnd) return;
  const next = continueList(area.value, area.selectionStart);
  if (!next) return;
  event.preventDefault();
  const { from, insert } = next;
  const caret = area.selectionStart;
  area.setSelectionRange(from, caret);
  const isDone = document.execCommand?.(insert === '' ? 'delete' : 'insertText', false, insert);
  if (isDone) return;
  area.setRangeText(insert, from, caret, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}
