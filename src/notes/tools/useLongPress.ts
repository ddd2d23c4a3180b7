import { useRef, type MouseEvent, type PointerEvent } from 'react';
import { cardOf } from './useTooledCards';

/** The duration of a long press, in milliseconds, and the movement that ends it, as on the wall. */
const LONG_PRESS_MS = 300;
const TOLERANCE_PX = 8;

/** Event handlers for a list of fixed cards: a long press holds a card instead of opening it. */
export function useLongPress(hold: (key: string | null) => void) {
  const press = useRef({ timer: 0, x: 0, y: 0, wasLong: false });
  const end = () => clearTimeout(press.current.timer);
  return {
    onPointerDown({ target, pointerType, clientX: x, clientY: y }: PointerEvent) {
      end();
      const isOfTools = (target as Element).closest('[data-tools]') !== null;
      const key = pointerType === 'touch' && !isOfTools ? cardOf(target) : null;
      const timer = window.setTimeout(() => {
        if (key === null) return;
        press.current.wasLong = true;
        hold(key);
      }, LONG_PRESS_MS);
      press.current = { timer, x, y, wasLong: false };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      if (Math.hypot(clientX - press.current.x, clientY - press.current.y) > TOLERANCE_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onClickCapture(event: MouseEvent) {
      if (!press.current.wasLong) return;
      press.current.wasLong = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
