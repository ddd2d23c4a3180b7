import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAppStore } from '../../../hooks';
import { arranged, type Arranging } from './arrange';
import { letMoveByKeys } from './moveByKeys';
import type { ArrangingHost } from './moving';
import type { Note } from '../../note';

/**
 * Lets notes be moved by pointer and keys: the displayed order, and the note being moved. The drag library is loaded with
 * the first wall, because it must see a long press from its beginning; the list is then marked with `data-movable`.
 */
export function useArranging(notes: readonly Note[], canOrder: boolean, openMenu: ArrangingHost['openMenu']) {
  const store = useAppStore();
  const [arranging, setArranging] = useState<Arranging | null>(null);
  const now = useRef({ notes, canOrder });
  useLayoutEffect(() => {
    now.current = { notes, canOrder };
  }, [notes, canOrder]);

  const listen = useCallback(
    (list: HTMLElement) => {
      const host: ArrangingHost = {
        list,
        store,
        notes: () => now.current.notes,
        canOrder: () => now.current.canOrder,
        show: next => flushSync(() => setArranging(next)),
        openMenu,
      };
      const stops = [letMoveByKeys(host)];
      let isGone = false;
      // Without a network, notes cannot be dragged until the wall is opened again.
      void import(/* webpackChunkName: "drag" */ './moveByPointer').then(
        ({ letMoveByPointer }) => {
          if (isGone) return;
          stops.push(letMoveByPointer(host));
          list.toggleAttribute('data-movable', true);
        },
        () => undefined,
      );
      return () => {
        isGone = true;
        list.removeAttribute('data-movable');
        stops.forEach(stop => stop());
      };
    },
    [store, openMenu],
  );
  const ordered = useMemo(() => (arranging ? arranged(notes, arranging) : notes), [notes, arranging]);
  return { ordered, arranging, listen };
}
