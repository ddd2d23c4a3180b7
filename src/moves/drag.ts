import {
  AutoScroller,
  DragDropManager,
  Draggable,
  PointerActivationConstraints,
  PointerSensor,
} from '@dnd-kit/dom';
import { beginDrag, type Dragged, type DragSession } from './dragSession';
import { targetAt } from './dropTargets';

/** Pixels that the pointer moves before a press becomes a drag. */
const DISTANCE = 6;
/** Milliseconds in which the click comes that ends a drag. */
const CLICK = 60;

const stopClick = (event: Event) => {
  event.preventDefault();
  event.stopPropagation();
};

/** Rows come and go while their list scrolls, so that one listener of the page hears their presses and hands them in. */
class RowSensor extends PointerSensor {
  override bind() {
    return () => {};
  }
  /** Lets a press, which was heard elsewhere, become a drag. */
  press(event: PointerEvent, source: Draggable) {
    this.handlePointerDown(event, source, {
      activationConstraints: [new PointerActivationConstraints.Distance({ value: DISTANCE })],
      preventActivation: () => false,
    });
  }
}

const manager = new DragDropManager({ sensors: [RowSensor], plugins: [AutoScroller] });
const draggable = new Draggable({ id: 'rows', register: false }, manager);
draggable.register();

let dragged: Dragged | null = null;
let session: DragSession | null = null;
let at = { x: 0, y: 0 };

const follow = () => session?.setOver(targetAt(dragged!.targets, at.x, at.y));
const moveTo = (point: { x: number; y: number }) => {
  at = { ...point };
  session?.bringTo(at.x, at.y);
  follow();
};
manager.monitor.addEventListener('dragstart', ({ operation: { position } }) => {
  session = beginDrag(dragged!);
  addEventListener('scroll', follow, true);
  moveTo(position.current);
});
manager.monitor.addEventListener('dragmove', ({ to }) => to && moveTo(to));
manager.monitor.addEventListener('dragend', ({ canceled }) => {
  removeEventListener('scroll', follow, true);
  const ended = session;
  session = null;
  addEventListener('click', stopClick, true);
  setTimeout(() => removeEventListener('click', stopClick, true), CLICK);
  ended?.end(!canceled);
});

/** Lets a press on a row become a drag by mouse, pen or finger, once it moves. */
export function press(next: Dragged, event: PointerEvent) {
  if (session || !manager.dragOperation.status.idle) return;
  dragged = next;
  draggable.element = next.row;
  (manager.registry.sensors.get(RowSensor) as RowSensor).press(event, draggable);
}

/**
 * Drags by keys: arrow keys, Tab, Home and End go through the targets, Enter or Space drops, Escape gives up. The focus
 * stays on the row.
 */
export function lift(next: Dragged) {
  const { targets } = next;
  if (session || targets.length === 0) return next.onEnd();
  const lifted = (session = beginDrag(next));
  const stop = new AbortController();
  let place = 0;
  const go = (to: number) => {
    place = (to + targets.length) % targets.length;
    const target = targets[place]!;
    lifted.setOver(target, `, ${place + 1} of ${targets.length}`);
    lifted.showTarget(target);
  };
  const end = (isDrop: boolean) => {
    stop.abort();
    session = null;
    if (!isDrop) next.row.scrollIntoView({ block: 'nearest' });
    lifted.end(isDrop);
  };
  const onKey = (event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return end(false);
    event.preventDefault();
    event.stopImmediatePropagation();
    if (key === 'Tab') go(place + (shiftKey ? -1 : 1));
    else if (key === 'ArrowDown' || key === 'ArrowRight') go(place + 1);
    else if (key === 'ArrowUp' || key === 'ArrowLeft') go(place - 1);
    else if (key === 'Home') go(0);
    else if (key === 'End') go(-1);
    else if (key === 'Escape') end(false);
    else if ((key === 'Enter' || key === ' ') && !event.repeat) end(true);
  };
  const options = { capture: true, signal: stop.signal };
  addEventListener('keydown', onKey, options);
  addEventListener('pointerdown', () => end(false), options);
  go(0);
}

/** Ends a drag without a drop. */
export function cancelDrag() {
  const { status } = manager.dragOperation;
  if (!status.idle) return manager.actions.stop({ canceled: true });
  session?.end(false);
  session = null;
}
