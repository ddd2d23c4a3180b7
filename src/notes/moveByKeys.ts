import { nextInColumn, scrollTo } from './hanging';
import { beginMoving } from './moving';
import { isPlainKey, noteKeyAt } from './movable';
import type { ArrangingHost } from './useArranging';

/** Lifts the note that has the focus (keyboard/keyMap.ts names it). */
const LIFT = 'm';

/**
 * Moves notes by keys: M lifts the one that has the focus, arrow keys, Home and End move it, Enter or Space drops it, and
 * Escape gives up, as anything else does that takes the focus.
 */
export function letMoveByKeys(host: ArrangingHost): () => void {
  const { list } = host;
  let stopMoving: (() => void) | null = null;

  function begin(key: string) {
    const moving = beginMoving(host, key, 'keys');
    if (!moving) return;
    const stop = new AbortController();
    const end = (finish: () => void) => {
      stopMoving = null;
      stop.abort();
      const focused = document.activeElement;
      finish();
      if (focused instanceof HTMLElement && document.activeElement === document.body) focused.focus();
    };
    stopMoving = () => end(moving.end);
    /** To the place of the card above or below in its column; without one, by one place. */
    const alongColumn = (direction: 1 | -1) => {
      const next = nextInColumn(list, key, direction);
      const keys = [...list.querySelectorAll<HTMLElement>('[data-card]')].map(({ dataset }) => dataset.card);
      moving.by(next ? keys.indexOf(next.key) - keys.indexOf(key) : direction);
    };
    const moves: Record<string, () => void> = {
      ArrowLeft: () => moving.by(-1),
      ArrowRight: () => moving.by(1),
      ArrowUp: () => alongColumn(-1),
      ArrowDown: () => alongColumn(1),
      Home: () => moving.by(-Infinity),
      End: () => moving.by(Infinity),
    };
    const press = (event: KeyboardEvent) => {
      if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
      const move = moves[event.key];
      if (event.key === 'Tab') return end(moving.giveUp);
      event.preventDefault();
      event.stopImmediatePropagation();
      if (move) {
        move();
        scrollTo(list, key);
      } else if (event.key === 'Enter' || event.key === ' ') end(moving.drop);
      else if (event.key === 'Escape') end(moving.giveUp);
    };
    /** The key that drops must not press the card when it is let go. */
    const letGo = (event: KeyboardEvent) => event.preventDefault();
    const options = { capture: true, signal: stop.signal };
    addEventListener('keydown', press, options);
    addEventListener('keyup', letGo, options);
    addEventListener('pointerdown', () => end(moving.giveUp), options);
    addEventListener('blur', () => end(moving.giveUp), { signal: stop.signal });
  }

  const lift = (event: KeyboardEvent) => {
    const key = noteKeyAt(event.target);
    if (stopMoving || key === null || event.key.toLowerCase() !== LIFT || !isPlainKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
    begin(key);
  };
  list.addEventListener('keydown', lift);
  return () => {
    list.removeEventListener('keydown', lift);
    stopMoving?.();
  };
}
