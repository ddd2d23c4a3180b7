import { useCallback, useState, type FocusEvent, type MouseEvent, type PointerEvent } from 'react';
import type { Point } from '../../components/menu/Menu';
import { noteKeyAt } from '../wall/arranging/movable';

export const cardOf = (target: EventTarget | null) =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-card]')?.dataset.card ?? null) : null;

/**
 * The cards that show their tools, the hovered one and the one focused by keyboard, and the card whose menu is open:
 * by its button, a right click (`at`) or a long press.
 */
export function useTooledCards() {
  const [hovered, setHovered] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const [menu, setMenu] = useState<{ key: string; at?: Point } | null>(null);
  return {
    menu,
    openMenu: useCallback((key: string) => setMenu({ key }), []),
    closeMenu: () => setMenu(null),
    hasTools: (key: string) => key === hovered || key === focused,
    handlers: {
      onPointerOver: ({ target, pointerType }: PointerEvent) =>
        setHovered(pointerType === 'touch' ? null : cardOf(target)),
      onPointerLeave: () => setHovered(null),
      onContextMenu(event: MouseEvent) {
        const key = (event.target as Element).closest('a') ? null : noteKeyAt(event.target);
        if (key === null) return;
        event.preventDefault();
        const { nativeEvent, clientX: x, clientY: y } = event;
        if ((nativeEvent as globalThis.PointerEvent).pointerType !== 'touch') setMenu({ key, at: { x, y } });
      },
      onFocus: ({ target }: FocusEvent) =>
        setFocused(target.matches(':focus-visible') ? cardOf(target) : null),
      /** The tools must stay while the focus moves into them. */
      onBlur: ({ target, relatedTarget }: FocusEvent) =>
        document.activeElement !== target && cardOf(relatedTarget) !== cardOf(target) && setFocused(null),
    },
  };
}
