import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAppStore } from '../../../hooks';
import { onIdle } from '../../../components/hooks/onIdle';
import { arranged, type Arranging } from './arrange';
import { isLiftKey } from './movable';
import type { Note } from '../../note';

/**
 * Lets notes be moved by pointer and keys: the displayed order, and the note being moved. The code is loaded when the
 * page is idle, because it must see a long press from its beginning.
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
      /** The note that was lifted before the code was loaded; any other key cancels it. */
      let early: KeyboardEvent | null = null;
      const remember = (event: KeyboardEvent) => (early = isLiftKey(event) ? event : null);
      list.addEventListener('keydown', remember);
      const cancel = onIdle(async () => {
        // Without a network, notes cannot be moved until the wall is opened again.
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
  const ordered = useMemo(() => (arranging ? arranged(notes, arranging) : notes), [notes, arranging]);
  return { ordered, arranging, listen };
}
