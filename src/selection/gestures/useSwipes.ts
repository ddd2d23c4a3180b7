import { useEffect, useEffectEvent } from 'react';
import { stopOwnClick } from '../../components/input/ownClick';
import { useAppDispatch, useAppStore } from '../../hooks';
import { menuOpened } from '../../tasks/selecting/selectionSlice';
import { looksDone } from '../../tasks/task';
import { taskTickRequested } from '../../tasks/taskActions';
import { selectTask } from '../../tasks/tasksSelectors';
import { taskIdAt } from '../rows';

/** Pixels of sideways movement that start a swipe, and that complete it. */
const START_PX = 16;
const ENOUGH_PX = 88;
/** Milliseconds after which a press selects instead. */
const LONG_PRESS_MS = 500;

type Swipe = { taskId: number; x: number; y: number; at: number; item: HTMLElement; by: number };

/**
 * Swiping a row, also from its circle or its buttons, to the right ticks it, to the left picks its day. Vertical movement
 * scrolls (`touch-action` in Moves.module.css), which ends the swipe.
 */
export function useSwipes() {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const act = useEffectEvent((taskId: number, isTick: boolean) => {
    const task = selectTask(store.getState(), taskId);
    if (!task) return;
    if (isTick) dispatch(taskTickRequested(task, !looksDone(task)));
    else if (task.doneAt === null) dispatch(menuOpened({ taskId, isForDay: true }));
  });
  useEffect(() => followSwipes((taskId, isTick) => act(taskId, isTick)), []);
}

/** Adds listeners to the page until the returned function is called. */
function followSwipes(onSwipe: (taskId: number, isTick: boolean) => void): () => void {
  const stop = new AbortController();
  let swipe: Swipe | null = null;
  let wasSwipe = false;
  const end = () => {
    if (swipe) {
      delete swipe.item.dataset.swipe;
      swipe.item.style.removeProperty('--swipe');
    }
    swipe = null;
  };
  const begin = (event: PointerEvent) => {
    end();
    wasSwipe = false;
    const target = event.target as Element;
    const taskId = taskIdAt(target);
    if (taskId === null || event.pointerType !== 'touch' || !event.isPrimary) return;
    const item = target.closest<HTMLElement>('li, [role="listitem"]')!;
    const { clientX: x, clientY: y, timeStamp: at } = event;
    swipe = { taskId, x, y, at, item, by: 0 };
  };
  const move = (event: PointerEvent) => {
    if (!swipe || !event.isPrimary) return;
    const [x, y] = [event.clientX - swipe.x, event.clientY - swipe.y];
    if (!wasSwipe) {
      if (Math.max(Math.abs(x), Math.abs(y)) < START_PX) return;
      if (Math.abs(x) < Math.abs(y) || event.timeStamp - swipe.at > LONG_PRESS_MS) return end();
      wasSwipe = true;
      stopOwnClick();
    }
    swipe.by = x;
    swipe.item.dataset.swipe = x > 0 ? 'tick' : 'day';
    swipe.item.style.setProperty('--swipe', `${x}px`);
  };
  const lift = () => {
    const done = swipe;
    end();
    if (done && wasSwipe && Math.abs(done.by) >= ENOUGH_PX) onSwipe(done.taskId, done.by > 0);
  };
  const options = { capture: true, signal: stop.signal };
  addEventListener('pointerdown', begin, options);
  addEventListener('pointermove', move, options);
  addEventListener('pointerup', lift, options);
  addEventListener('pointercancel', end, options);
  return () => {
    end();
    stop.abort();
  };
}
