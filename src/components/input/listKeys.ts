import type { KeyboardEvent } from 'react';
import { continueList } from '../../lib/text/subtasks';
import { isComposing } from './composing';

/** Replaces a range of text in a field; the browser's own undo reverts it. */
export function writeOver(
  area: HTMLTextAreaElement | HTMLInputElement,
  from: number,
  to: number,
  insert: string,
) {
  area.setSelectionRange(from, to);
  if (document.execCommand?.(insert === '' ? 'delete' : 'insertText', false, insert)) return;
  area.setRangeText(insert, from, to, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Enter in a list starts a new item, and on an empty item ends the list. The browser's own undo reverts it. */
export function continueListOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  const { key, shiftKey, ctrlKey, metaKey, altKey, nativeEvent, currentTarget: area } = event;
  if (key !== 'Enter' || shiftKey || ctrlKey || metaKey || altKey) return;
  if (isComposing(nativeEvent) || area.selectionStart !== area.selectionEnd) return;
  const next = continueList(area.value, area.selectionStart);
  if (!next) return;
  event.preventDefault();
  writeOver(area, next.from, area.selectionStart, next.insert);
}
