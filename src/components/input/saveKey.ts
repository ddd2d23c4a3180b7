import type { KeyboardEvent } from 'react';
import { isComposing } from './composing';

/**
 * Whether the key saves the form that has the focus: Ctrl+Enter or Ctrl+S, on a Mac with Cmd. The browser's own action
 * is suppressed.
 */
export function isSaveKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented, nativeEvent } = event;
  const isOurs =
    (key === 'Enter' || key.toLowerCase() === 's') && (ctrlKey || metaKey) && !altKey && !shiftKey;
  if (!isOurs || defaultPrevented || isComposing(nativeEvent)) return false;
  event.preventDefault();
  return true;
}
