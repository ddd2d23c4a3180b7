import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { useAppDispatch, useAppStore } from '../app/hooks';
import { selectAnchor, selectMenu, selectSelected } from '../tasks/selected';
import { menuClosed, menuOpened, rangeSelected, selectionToggled } from '../tasks/selectionSlice';
import { focusTask, idsAt, idsBetween, taskIdAt } from './rows';

/** Milliseconds of a touch that begin the selection, and the pixels that a finger may move in them. */
const LONG_PRESS = 500;
const TOLERANCE = 10;

/**
 * Listens on the whole page, so that rows cost nothing: the Move button opens the menu; Ctrl-click, Shift-click and a
 * long press select; once something is selected, a tap selects, too.
 */
export function useRowGestures() {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const { pathname } = useLocation();

  const openMenu = useEffectEvent((taskId: number) => {
    const open = selectMenu(store.getState());
    const isOfSelection = selectSelected(store.getState())[taskId];
    if (open) dispatch(menuClosed());
    if (open?.taskId !== taskId) dispatch(menuOpened({ taskId: isOfSelection ? null : taskId }));
  });
  const select = useEffectEvent((taskId: number, isRange: boolean) => {
    const state = store.getState();
    const anchor = selectAnchor(state) ?? taskIdAt(document.activeElement);
    if (!isRange || anchor === null) dispatch(selectionToggled(taskId));
    else dispatch(rangeSelected({ taskIds: idsBetween(idsAt(state, pathname), anchor, taskId), anchor }));
    focusTask(taskId);
  });
  const isSelecting = useEffectEvent(() => Object.keys(selectSelected(store.getState())).length > 0);

  useEffect(() => {
    const stop = new AbortController();
    const on = <Name extends keyof DocumentEventMap>(
      name: Name,
      listener: (event: DocumentEventMap[Name], target: Element) => void,
    ) =>
      document.addEventListener(name, event => listener(event, event.target as Element), {
        capture: true,
        signal: stop.signal,
      });
    let press: { timer: ReturnType<typeof setTimeout>; x: number; y: number } | undefined;
    /** A long press ends with a click, which must not open the task. */
    let wasLong = false;
    const endPress = () => clearTimeout(press?.timer);

    on('click', (event, target) => {
      const button = target.closest<HTMLElement>('[data-move]');
      if (button) return openMenu(Number(button.dataset.move));
      const link = target.closest<HTMLElement>('main a[data-task]');
      const { ctrlKey, metaKey, shiftKey } = event;
      const isTap = (event as PointerEvent).pointerType === 'touch' && isSelecting();
      if (!link || !(wasLong || ctrlKey || metaKey || shiftKey || isTap)) return;
      event.preventDefault();
      if (!wasLong) select(Number(link.dataset.task), shiftKey);
      wasLong = false;
    });
    on('mousedown', (event, target) => {
      if (event.shiftKey && target.closest('main a[data-task]')) event.preventDefault(); // selects no text
    });
    on('pointerdown', ({ pointerType, isPrimary, clientX: x, clientY: y }, target) => {
      endPress();
      wasLong = false;
      const taskId = taskIdAt(target);
      if (pointerType !== 'touch' || !isPrimary || taskId === null || target.closest('button, input')) return;
      const timer = setTimeout(() => {
        wasLong = true;
        select(taskId, false);
      }, LONG_PRESS);
      press = { timer, x, y };
    });
    on('pointermove', ({ clientX, clientY }) => {
      if (press && Math.hypot(clientX - press.x, clientY - press.y) > TOLERANCE) endPress();
    });
    on('pointerup', endPress);
    on('pointercancel', endPress);
    on('contextmenu', event => {
      // A long press of a finger on a link; some browsers open a menu of their own.
      if ((event as PointerEvent).pointerType === 'touch' && taskIdAt(event.target as Element) !== null)
        event.preventDefault();
    });
    return () => {
      endPress();
      stop.abort();
    };
  }, []);
}
