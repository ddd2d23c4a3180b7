import { takeKeysOf } from '../../components/input/liftedKeys';
import { cancelPointerDrag, dragByPointer } from '../../components/input/pointerDrag';
import { beginDrag, type Dragged, type DragSession } from './dragSession';
import { targetAt } from './dropTargets';

export { dropTargets } from './dropTargets';
export { putBehind, wordsOf } from '../order/moveRows';
export { rowTarget } from './gapAt';

/** The heading or link at a point of the window, the target of a row there, or why it cannot be a target. */
const targetOver = ({ targets, refusals, rowTarget }: Dragged, x: number, y: number) =>
  targetAt(targets, x, y) ?? rowTarget(x, y) ?? targetAt(refusals, x, y);

let session: DragSession | null = null;
/** Ends a drag by keyboard. */
let endLifted: (() => void) | null = null;

/** Starts a drag from a press on a row by mouse, pen or finger, once it moves. */
export function press(dragged: Dragged, event: PointerEvent) {
  if (session) return;
  dragByPointer(event, dragged.row, {
    onStart() {
      session = beginDrag(dragged);
      return true;
    },
    onMove({ x, y }) {
      session?.bringTo(x, y);
      session?.setOver(targetOver(dragged, x, y));
    },
    onEnd(isDrop) {
      const ended = session;
      session = null;
      ended?.end(isDrop);
    },
  });
}

/**
 * Drags by keyboard: arrow keys, Tab, Home and End move through the targets, Enter or Space drops, Escape gives up.
 * The focus stays on the row.
 */
export function lift(dragged: Dragged) {
  const { row, targets, onEnd } = dragged;
  if (session || targets.length === 0) return onEnd();
  const lifted = (session = beginDrag(dragged));
  let at = 0;
  const go = (to: number) => {
    at = (to + targets.length) % targets.length;
    const target = targets[at]!;
    lifted.setOver(target, `, ${at + 1} of ${targets.length}`);
    lifted.showTarget(target);
  };
  const end = (isDrop: boolean) => {
    session = endLifted = null;
    if (!isDrop) row.scrollIntoView({ block: 'nearest' });
    lifted.end(isDrop);
  };
  const next = () => go(at + 1);
  const previous = () => go(at - 1);
  const stop = takeKeysOf({
    moves: {
      ArrowDown: next,
      ArrowRight: next,
      Tab: next,
      ArrowUp: previous,
      ArrowLeft: previous,
      'Shift+Tab': previous,
      Home: () => go(0),
      End: () => go(-1),
    },
    drop: () => end(true),
    giveUp: () => end(false),
  });
  endLifted = () => {
    stop();
    end(false);
  };
  go(0);
}

/** Ends a drag without a drop. */
export function cancelDrag() {
  endLifted?.();
  cancelPointerDrag();
}
