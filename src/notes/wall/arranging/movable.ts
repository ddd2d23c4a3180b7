/**
 * The key of the note whose card contains an element; null inside a field or the note's tools, which handle keys and
 * presses themselves.
 */
export function noteKeyAt(target: EventTarget | null): string | null {
  if (!(target instanceof Element) || target.closest('input, textarea, select, [data-tools]')) return null;
  const card = target.closest<HTMLElement>('[data-card]');
  return card?.querySelector('[data-note]') ? card.dataset.card! : null;
}

/** A key without modifiers, not repeated. */
const isPlainKey = ({ altKey, ctrlKey, metaKey, shiftKey, repeat, defaultPrevented }: KeyboardEvent) =>
  !(altKey || ctrlKey || metaKey || shiftKey || repeat || defaultPrevented);

/** Whether a key lifts the focused note (see keyboard/keyMap.ts). */
export const isLiftKey = (event: KeyboardEvent) => event.key.toLowerCase() === 'l' && isPlainKey(event);
