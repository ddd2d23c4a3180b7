import {
  AutoScroller,
  DragDropManager,
  Draggable,
  PointerActivationConstraints,
  PointerSensor,
} from '@dnd-kit/dom';
import { paths } from '../app/paths';
import { carry, type Carried } from './carried';
import { hungAt } from './hanging';
import { beginMoving, nameOf, type Moving } from './moving';
import { noteKeyAt } from './movable';
import { beginSaying, say } from './saying';
import { noteTaskRequested } from './taskOfNote';
import { noteOfKey, othersOf, placeAmong } from './arrange';
import type { ArrangingHost } from './useArranging';

/** A mouse drags after so many pixels; a finger after so many milliseconds, because it scrolls before. */
const DISTANCE = 6;
const LONG_PRESS = 300;
const TOLERANCE = 8;
/** The click of a drag that ended comes within these milliseconds. */
const CLICK = 60;

const constraints = ({ pointerType }: PointerEvent) =>
  pointerType === 'touch'
    ? [new PointerActivationConstraints.Delay({ value: LONG_PRESS, tolerance: TOLERANCE })]
    : [new PointerActivationConstraints.Distance({ value: DISTANCE })];

/** The sidebar's link of Today, when it is at that point of the window. */
function todayAt(x: number, y: number): Element | null {
  const link = document.querySelector(`nav a[href="${paths.today}"]`);
  if (!link) return null;
  const { left, right, top, bottom } = link.getBoundingClientRect();
  return left <= x && x < right && top <= y && y < bottom ? link : null;
}

/** Moves notes by mouse, pen or finger: one draggable for all of the wall, since only some cards are in the page. */
export function letMoveByPointer(host: ArrangingHost): () => void {
  const { list } = host;
  const silence = beginSaying();
  // Its plugins for cursor and selection add inline styles, which the page's policy refuses.
  const manager = new DragDropManager({ sensors: [], plugins: [AutoScroller] });
  let pressed: string | null = null;
  let drag: { moving: NonNullable<Moving>; carried: Carried; key: string; x: number; y: number } | null =
    null;
  /** The card that the note took the place of last: it moved away from under the pointer. */
  let taken: string | null = null;

  const draggable = new Draggable(
    {
      id: 'note',
      element: list,
      register: false,
      sensors: [
        PointerSensor.configure({
          activatorElements: [list],
          activationConstraints: constraints,
          preventActivation(event) {
            pressed = noteKeyAt(event.target);
            return pressed === null;
          },
        }),
      ],
    },
    manager,
  );
  draggable.register();

  /** Takes the place of the card under the pointer. */
  function follow() {
    if (!drag) return;
    const { moving, carried, key, x, y } = drag;
    carried.to(x, y);
    if (carried.markTarget(todayAt(x, y))) {
      taken = null;
      return moving.back();
    }
    const over = hungAt(list, x, y)?.key;
    if (over === key) taken = null;
    if (over === undefined || over === key || over === taken) return;
    const notes = host.notes();
    const [moved, other] = [noteOfKey(notes, key), noteOfKey(notes, over)];
    if (!moved) return;
    taken = over;
    const others = othersOf(notes, moved);
    // Over the other group, or the add tile: as near to it as the note's own group goes.
    if (!other || other.isPinned !== moved.isPinned) {
      const isBehind = other !== undefined && moved.isPinned;
      return moving.to(isBehind ? null : (others[0]?.notesFireId ?? null));
    }
    const [at, from] = [others.indexOf(other), placeAmong(others, moving.before())];
    moving.to(at < from ? over : (others[at + 1]?.notesFireId ?? null));
  }

  const stopClick = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  manager.monitor.addEventListener('dragstart', ({ operation: { position } }) => {
    const card = list.querySelector<HTMLElement>(`[data-card="${pressed}"]`);
    const moving = card && beginMoving(host, pressed!, 'pointer');
    if (!card || !moving) return manager.actions.stop({ canceled: true });
    const { x, y } = position.current;
    drag = { moving, carried: carry(card, x, y), key: pressed!, x, y };
    taken = null;
    addEventListener('click', stopClick, true);
    addEventListener('scroll', follow, true);
    follow();
  });
  manager.monitor.addEventListener('dragmove', ({ to }) => {
    if (drag && to) Object.assign(drag, to);
    follow();
  });
  function finish(canceled: boolean) {
    if (!drag) return;
    const { moving, carried, x, y } = drag;
    drag = null;
    removeEventListener('scroll', follow, true);
    setTimeout(() => removeEventListener('click', stopClick, true), CLICK);
    carried.end();
    const note = moving.note();
    if (canceled) moving.giveUp();
    else if (note && todayAt(x, y)) {
      moving.end();
      host.store.dispatch(noteTaskRequested(note));
      say(`${nameOf(note)} is a task for today`);
    } else moving.drop();
  }
  manager.monitor.addEventListener('dragend', ({ canceled }) => finish(canceled));

  return () => {
    finish(true);
    draggable.unregister();
    manager.destroy();
    silence();
  };
}
