import { useRef, type PointerEvent } from 'react';
import { stopOwnClick } from '../../components/input/ownClick';
import { cardOf } from './useTooledCards';

/** The duration of a long press, in milliseconds, and the movement that ends it, as on the wall. */
const LONG_PRESS_MS = 300;
const TOLERANCE_PX = 8;

/** Event handlers for a list of fixed cards: a long press opens a card's menu instead of the card. */
export function useLongPress(openMenu: (key: string) => void) {
  const press = useRef({ timer: 0, x: 0, y: 0 });
  const end = () => clearTimeout(press.current.timer);
  return {
    onPointerDown({ target, pointerType, clientX: x, clientY: y }: PointerEvent) {
      end();
      const key = pointerType === 'touch' ? cardOf(target) : null;
      const timer = window.setTimeout(() => {
        if (key === null) return;
        stopOwnClick();
        openMenu(key);
      }, LONG_PRESS_MS);
      press.current = { timer, x, y };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      if (Math.hypot(clientX - press.current.x, clientY - press.current.y) > TOLERANCE_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
