import { dragByPointer, type Point } from '../../../components/input/pointerDrag';

/** Milliseconds of a touch before it drags a tag; a movement before scrolls. */
const LONG_PRESS_MS = 300;

const lists = () => document.querySelector<HTMLElement>('[data-lists]');

/** The index in LISTS at a point of the window; null outside of it. */
function indexAt({ x, y }: Point): number | null {
  const list = lists();
  const box = list?.getBoundingClientRect();
  if (!list || !box || x < box.left || x >= box.right || y < box.top || y >= box.bottom) return null;
  const middles = [...list.querySelectorAll('[data-kept]')].map(link => {
    const { top, height } = link.getBoundingClientRect();
    return top + height / 2;
  });
  return middles.filter(middle => middle < y).length;
}

/** Drags a tag by mouse, or by finger after a long press; `drop` gets its index in LISTS. */
export function dragTag(press: PointerEvent, link: HTMLElement, drop: (at: number) => void) {
  let at: number | null = null;
  const drag = {
    onStart: () => true,
    onMove(to: Point) {
      at = indexAt(to);
      lists()?.setAttribute('data-drop-at', at === null ? '' : String(at));
    },
    onEnd(isDrop: boolean) {
      lists()?.removeAttribute('data-drop-at');
      if (isDrop && at !== null) drop(at);
    },
  };
  dragByPointer(press, link, drag, press.pointerType === 'touch' ? LONG_PRESS_MS : undefined);
}
