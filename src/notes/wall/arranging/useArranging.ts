import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAppStore } from '../../../hooks';
import { onIdle } from '../../../components/hooks/onIdle';
import { arranged, type Arranging } from './arrange';
import { isLiftKey } from './movable';
import type { Note } from '../../note';

/** The wall, as the code that moves notes gets it. */
export type ArrangingHost = {
  list: HTMLElement;
  store: ReturnType<typeof useAppStore>;
  /** The notes in the order of the wall. */
  notes: () => readonly Note[];
  /** False while only some notes are shown: their order is not changed then. */
  canOrder: () => boolean;
  /** Shows the order that the notes would have, at once; null ends it. */
  show: (arranging: Arranging | null) => void;
  /** A finger pressed a note long, and did not move it. */
  hold: (key: string) => void;
};

/**
 * Lets notes be moved on the wall, by pointer and by keys: the order that is shown, and which note is being moved. The
 * code comes when the page is idle, because a long press of a finger must be heard from its beginning.
 */
export function useArranging(notes: readonly Note[], canOrder: boolean, hold: (key: string) => void) {
  const store = useAppStore();
  const [arranging, setArranging] = useState<Arranging | null>(null);
  const now = useRef({ notes, canOrder });
  useLayoutEffect(() => {
    now.current = { notes, canOrder };
  }, [notes, canOrder]);

  const listen = useCallback(
    (list: HTMLElement) => {
      let stop: (() => void) | undefined;
      let isGone = false;
      /** Lifts a note, before the code for it was there; any other key takes it back. */
      let early: KeyboardEvent | null = null;
      const remember = (event: KeyboardEvent) => (early = isLiftKey(event) ? event : null);
      list.addEventListener('keydown', remember);
      const cancel = onIdle(async () => {
        // Without network nothing can be moved until the wall is opened again.
        const loaded = await import(/* webpackChunkName: "drag" */ './wallDrag').catch(() => null);
        list.removeEventListener('keydown', remember);
        if (isGone || !loaded) return;
        const show = (next: Arranging | null) => flushSync(() => setArranging(next));
        stop = loaded.letMove({
          list,
          store,
          notes: () => now.current.notes,
          canOrder: () => now.current.canOrder,
          show,
          hold,
        });
        if (early && early.target === document.activeElement)
          early.target?.dispatchEvent(new KeyboardEvent('keydown', early));
      });
      return () => {
        isGone = true;
        list.removeEventListener('keydown', remember);
        cancel();
        stop?.();
      };
    },
    [store, hold],
  );
  const arrangedNotes = useMemo(() => (arranging ? arranged(notes, arranging) : notes), [notes, arranging]);
  return { shown: arrangedNotes, arranging, listen };
}
