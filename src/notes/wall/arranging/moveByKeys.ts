import { takeKeysOf } from '../../../components/input/liftedKeys';
import { nextInColumn, scrollTo } from './hanging';
import { beginMoving } from './moving';
import { isLiftKey, noteKeyAt } from './movable';
import type { ArrangingHost } from './moving';

/**
 * Moves notes by keyboard: L lifts the focused note, arrow keys, Home and End move it, Enter or Space drops it.
 * Escape, and anything that moves the focus, gives up.
 */
export function letMoveByKeys(host: ArrangingHost): () => void {
  const { list } = host;
  let stopMoving: (() => void) | null = null;

  function begin(key: string) {
    const moving = beginMoving(host, key, 'keys');
    if (!moving) return;
    const end = (finish: () => void) => {
      stopMoving = null;
      const focused = document.activeElement;
      finish();
      if (focused instanceof HTMLElement && document.activeElement === document.body) focused.focus();
    };
    const go = (step: number) => {
      moving.by(step);
      scrollTo(list, key);
    };
    /** Moves to the place of the card above or below in its column, else by one place. */
    const alongColumn = (direction: 1 | -1) => {
      const next = nextInColumn(list, key, direction);
      const keys = [...list.querySelectorAll<HTMLElement>('[data-card]')].map(({ dataset }) => dataset.card);
      go(next ? keys.indexOf(next.key) - keys.indexOf(key) : direction);
    };
    const stop = takeKeysOf({
      moves: {
        ArrowLeft: () => go(-1),
        ArrowRight: () => go(1),
        ArrowUp: () => alongColumn(-1),
        ArrowDown: () => alongColumn(1),
        Home: () => go(-Infinity),
        End: () => go(Infinity),
      },
      drop: () => end(moving.drop),
      giveUp: () => end(moving.giveUp),
    });
    stopMoving = () => {
      stop();
      end(moving.end);
    };
  }

  const lift = (event: KeyboardEvent) => {
    const key = noteKeyAt(event.target);
    if (stopMoving || key === null || !isLiftKey(event)) return;
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
