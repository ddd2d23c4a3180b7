/**
 * The key of the note whose card an element is in; null in a field and in the
 * note's tools, whose keys and presses are their own.
 */
export function noteKeyAt(target: EventTarget | null): string | null {
  if (!(target instanceof Element) || target.closest('input, textarea, select, [data-tools]')) return null;
  const card = target.closest<HTMLElement>('[data-card]');
  return card?.querySelector('[data-note]') ? card.dataset.card! : null;
}

/** A key alone, pressed once. */
const isPlainKey = ({ altKey, ctrlKey, metaKey, shiftKey, repeat, defaultPrevented }: KeyboardEvent) =>
  !(altKey || ctrlKey || metaKey || shiftKey || repeat || defaultPrevented);

/** Whether a key lifts the note that has the focus (keyboard/keyMap.ts names it). */
export const isLiftKey = (event: KeyboardEvent) => event.key.toLowerCase() === 'm' && isPlainKey(event);
