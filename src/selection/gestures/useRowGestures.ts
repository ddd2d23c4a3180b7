import { useEffectEvent, useLayoutEffect } from 'react';
import { useAddress } from '../../components/hooks/useAddress';
import { stopOwnClick } from '../../components/input/ownClick';
import { useAppDispatch, useAppStore } from '../../hooks';
import { selectAnchor, selectMenu, selectSelected } from '../../tasks/selecting/selected';
import {
  menuClosed,
  menuOpened,
  rangeSelected,
  selectionToggled,
} from '../../tasks/selecting/selectionSlice';
import type { Point } from '../../components/menu/Menu';
import { focusTask, idsAt, idsBetween, taskIdAt } from '../rows';

/** The duration of a long press in milliseconds, and the movement in pixels that ends it. */
const LONG_PRESS_MS = 500;
const TOLERANCE_PX = 10;

/** The handlers of gestures on a row. */
type Gestures = {
  /** `at`: the point of a right click; without one, the menu opens beside its button. */
  openMenu: (taskId: number, at?: Point) => void;
  pickDay: (taskId: number) => void;
  select: (taskId: number, isRange: boolean) => void;
  longPress: (taskId: number, event: PointerEvent) => void;
  pressDrag: (taskId: number, event: PointerEvent) => void;
  isSelecting: () => boolean;
};

/**
 * Handles gestures on the whole page. Its button, a right click and a long press open a row's menu; Ctrl-click,
 * Shift-click and, during a selection, taps select. `dragFrom` starts a drag: by finger after a long press, where it
 * closes the menu.
 */
export function useRowGestures(dragFrom: (taskId: number, event: PointerEvent) => Promise<void>) {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const address = useAddress();

  /** The task, or the selection (null) of which it is a part. */
  const concerned = (taskId: number) => (selectSelected(store.getState())[taskId] ? null : taskId);
  const openMenu = useEffectEvent((taskId: number, at?: Point) => {
    const open = selectMenu(store.getState());
    if (open) dispatch(menuClosed());
    if (at || open?.taskId !== taskId) dispatch(menuOpened({ taskId: concerned(taskId), ...(at && { at }) }));
  });
  const pickDay = useEffectEvent(
    (taskId: number) => void dispatch(menuOpened({ taskId: concerned(taskId), isForDay: true })),
  );
  const select = useEffectEvent((taskId: number, isRange: boolean) => {
    const state = store.getState();
    const anchor = selectAnchor(state) ?? taskIdAt(document.activeElement);
    if (!isRange || anchor === null) dispatch(selectionToggled(taskId));
    else dispatch(rangeSelected({ taskIds: idsBetween(idsAt(state, address), anchor, taskId), anchor }));
    focusTask(taskId);
  });
  const isSelecting = useEffectEvent(() => Object.keys(selectSelected(store.getState())).length > 0);
  const longPress = useEffectEvent((taskId: number, event: PointerEvent) => {
    if (!isSelecting()) openMenu(taskId);
    else if (!selectSelected(store.getState())[taskId]) select(taskId, false);
    void dragFrom(taskId, event);
  });
  const pressDrag = useEffectEvent((taskId: number, event: PointerEvent) => void dragFrom(taskId, event));

  // With the commit that says that rows can be selected: a click before the listeners opens the task.
  useLayoutEffect(
    () =>
      followGestures({
        openMenu: (taskId, at) => openMenu(taskId, at),
        pickDay: taskId => pickDay(taskId),
        select: (taskId, isRange) => select(taskId, isRange),
        longPress: (taskId, event) => longPress(taskId, event),
        pressDrag: (taskId, event) => pressDrag(taskId, event),
        isSelecting: () => isSelecting(),
      }),
    [],
  );
}

/** Adds listeners to the page until the returned function is called. */
function followGestures({
  openMenu,
  pickDay,
  select,
  longPress,
  pressDrag,
  isSelecting,
}: Gestures): () => void {
  const stop = new AbortController();
  const on = <Name extends keyof DocumentEventMap>(
    name: Name,
    listener: (event: DocumentEventMap[Name], target: Element) => void,
  ) =>
    document.addEventListener(name, event => listener(event, event.target as Element), {
      capture: true,
      passive: false, // a finger that drags must not scroll
      signal: stop.signal,
    });
  let press: { timer: ReturnType<typeof setTimeout>; x: number; y: number } | undefined;
  let wasLong = false;
  const endPress = () => {
    clearTimeout(press?.timer);
    press = undefined;
  };

  on('click', (event, target) => {
    const button = target.closest<HTMLElement>('[data-move]');
    if (button) return openMenu(Number(button.dataset.move));
    const day = target.closest<HTMLElement>('[data-pick]');
    if (day) return pickDay(Number(day.dataset.pick));
    const link = target.closest<HTMLElement>('main a[data-task]');
    const { ctrlKey, metaKey, shiftKey } = event;
    const isTap = (event as PointerEvent).pointerType === 'touch' && isSelecting();
    if (!link || !(ctrlKey || metaKey || shiftKey || isTap)) return;
    event.preventDefault();
    select(Number(link.dataset.task), shiftKey);
  });
  on('mousedown', (event, target) => {
    if (event.shiftKey && target.closest('main a[data-task]')) event.preventDefault(); // prevents text selection
  });
  on('pointerdown', (event, target) => {
    endPress();
    wasLong = false;
    const taskId = taskIdAt(target);
    const isOther = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey;
    if (!event.isPrimary || isOther || taskId === null || target.closest('button, input')) return;
    if (event.pointerType !== 'touch') return pressDrag(taskId, event);
    const timer = setTimeout(() => {
      wasLong = true;
      stopOwnClick();
      longPress(taskId, event);
    }, LONG_PRESS_MS);
    press = { timer, x: event.clientX, y: event.clientY };
  });
  on('touchmove', event => wasLong && event.preventDefault());
  // Prevents the browser from dragging the link.
  on('dragstart', (event, target) => taskIdAt(target) !== null && event.preventDefault());
  on('pointermove', ({ clientX, clientY }) => {
    if (press && Math.hypot(clientX - press.x, clientY - press.y) > TOLERANCE_PX) endPress();
  });
  on('pointerup', endPress);
  on('pointercancel', endPress);
  on('contextmenu', (event, target) => {
    const taskId = taskIdAt(target);
    if (taskId === null || target.closest('input')) return;
    event.preventDefault();
    // A long press, for which some browsers send this event, is heard above.
    if (!press && !wasLong) openMenu(taskId, { x: event.clientX, y: event.clientY });
  });
  return () => {
    endPress();
    stop.abort();
  };
}
