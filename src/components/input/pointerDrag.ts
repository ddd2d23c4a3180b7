import {
  AutoScroller,
  DragDropManager,
  Draggable,
  PointerActivationConstraints,
  PointerSensor,
} from '@dnd-kit/dom';
import { stopOwnClick } from './ownClick';
import styles from './pointerDrag.module.css';

/** A point of the window, in pixels. */
export type Point = { x: number; y: number };

export type PointerDrag = {
  /** Returns false when the drag cannot begin. */
  onStart: (at: Point) => boolean;
  /** Also called at the start, and when the page scrolls under the pointer. */
  onMove: (at: Point) => void;
  onEnd: (isDrop: boolean) => void;
};

/** Pixels that the pointer moves before a press becomes a drag, and that a finger may move in a long press. */
const DRAG_DISTANCE_PX = 6;
const TOUCH_TOLERANCE_PX = 8;

/** Rows and cards are mounted and removed while scrolling: their list listens for presses and passes them here. */
class PressSensor extends PointerSensor {
  override bind() {
    return () => {};
  }
  /** Starts a drag from a press. */
  press(event: PointerEvent, source: Draggable, longPress: number | undefined) {
    const constraint =
      longPress === undefined
        ? new PointerActivationConstraints.Distance({ value: DRAG_DISTANCE_PX })
        : new PointerActivationConstraints.Delay({ value: longPress, tolerance: TOUCH_TOLERANCE_PX });
    this.handlePointerDown(event, source, {
      activationConstraints: [constraint],
      preventActivation: () => false,
    });
  }
}

// Without its plugins for cursor, selection and feedback: they add inline styles, which the content security policy
// forbids.
const manager = new DragDropManager({ sensors: [PressSensor], plugins: [AutoScroller] });
const draggable = new Draggable({ id: 'dragged', register: false }, manager);
draggable.register();

let pressed: PointerDrag | null = null;
/** The current drag. */
let drag: PointerDrag | null = null;
let at: Point = { x: 0, y: 0 };

const follow = () => drag?.onMove(at);

manager.monitor.addEventListener('dragstart', ({ operation: { position } }) => {
  at = { ...position.current };
  if (!pressed?.onStart(at)) return manager.actions.stop({ canceled: true });
  drag = pressed;
  document.documentElement.classList.add(styles.dragging!);
  stopOwnClick();
  addEventListener('scroll', follow, true);
  follow();
});
manager.monitor.addEventListener('dragmove', ({ to }) => {
  if (to) at = { ...to };
  follow();
});
manager.monitor.addEventListener('dragend', ({ canceled }) => finish(!canceled));

function finish(isDrop: boolean) {
  const ended = drag;
  if (!ended) return;
  drag = null;
  document.documentElement.classList.remove(styles.dragging!);
  removeEventListener('scroll', follow, true);
  ended.onEnd(isDrop);
}

/**
 * Starts a drag from a press by mouse, pen or finger: once the pointer moves, or after `longPress` milliseconds
 * without movement. `element` is the pressed element or its list. Presses during a drag are ignored.
 */
export function dragByPointer(
  event: PointerEvent,
  element: HTMLElement,
  next: PointerDrag,
  longPress?: number,
) {
  if (!manager.dragOperation.status.idle) return;
  pressed = next;
  draggable.element = element;
  (manager.registry.sensors.get(PressSensor) as PressSensor).press(event, draggable, longPress);
}

/** Cancels the current pointer drag, if there is one. */
export function cancelPointerDrag() {
  pressed = null;
  if (!manager.dragOperation.status.idle) manager.actions.stop({ canceled: true });
  finish(false);
}
