import { useEffect, useState, type FocusEvent, type PointerEvent } from 'react';
import { isComposing } from '../../components/input/composing';

export const cardOf = (target: EventTarget | null) =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-card]')?.dataset.card ?? null) : null;

/**
 * The cards that show their tools: the hovered one, the one focused by keyboard, and the one that was pressed long
 * (`hold`), until a press elsewhere.
 */
export function useTooledCards() {
  const [hovered, setHovered] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const [held, hold] = useState<string | null>(null);
  useEffect(() => {
    if (held === null) return;
    const stop = new AbortController();
    const { signal } = stop;
    const end = ({ target }: Event) => cardOf(target) !== held && hold(null);
    addEventListener('pointerdown', end, { signal, capture: true });
    addEventListener('keydown', event => event.key === 'Escape' && !isComposing(event) && hold(null), {
      signal,
    });
    return () => stop.abort();
  }, [held]);
  return {
    hold,
    hasTools: (key: string) => key === hovered || key === focused || key === held,
    handlers: {
      onPointerOver: ({ target, pointerType }: PointerEvent) =>
        setHovered(pointerType === 'touch' ? null : cardOf(target)),
      onPointerLeave: () => setHovered(null),
      onFocus: ({ target }: FocusEvent) =>
        setFocused(target.matches(':focus-visible') ? cardOf(target) : null),
      /** The tools must stay while the focus moves into them. */
      onBlur: ({ target, relatedTarget }: FocusEvent) =>
        document.activeElement !== target && cardOf(relatedTarget) !== cardOf(target) && setFocused(null),
    },
  };
}
