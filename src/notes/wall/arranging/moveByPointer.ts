import { paths } from '../../../routes';
import { cancelPointerDrag, dragByPointer, type Point } from '../../../components/input/pointerDrag';
import { say } from '../../../components/input/saying';
import { noteOfKey, othersOf, placeAmong } from './arrange';
import { hungAt } from './hanging';
import { beginMoving, nameOf, type Moving, type ArrangingHost } from './moving';
import { noteKeyAt } from './movable';
import { noteTaskRequested } from './taskOfNote';
import styles from './wallDrag.module.css';

type Carried = ReturnType<typeof carry>;

/** A copy of a card that follows the pointer; the card itself shows the note's new place. */
function carry(card: HTMLElement, x: number, y: number) {
  const box = card.getBoundingClientRect();
  const copy = document.createElement('div');
  copy.className = styles.carried!;
  copy.style.width = `${box.width}px`;
  copy.setAttribute('aria-hidden', 'true');
  copy.inert = true;
  const paper = card.firstElementChild!.cloneNode(true) as HTMLElement;
  const named = paper.querySelector<HTMLElement>('[data-note]')!;
  delete named.dataset.note;
  delete named.dataset.item;
  copy.append(paper);
  document.body.append(copy);
  let marked: Element | null = null;
  return {
    to(nowX: number, nowY: number) {
      copy.style.transform = `translate(${box.left + nowX - x}px, ${box.top + nowY - y}px)`;
    },
    /** Marks the drop target, null for none. Returns whether there is one. */
    markTarget(target: Element | null): boolean {
      marked?.classList.remove(styles.target!);
      target?.classList.add(styles.target!);
      marked = target;
      return target !== null;
    },
    end() {
      marked?.classList.remove(styles.target!);
      copy.remove();
    },
  };
}

/** Milliseconds of a touch before it can drag; a movement before scrolls. */
const LONG_PRESS_MS = 300;

/** The maximum movement, in pixels, of a touch that holds a note instead of moving it. */
const STILL_PX = 8;

const TODAY = `nav a[href="${paths.today}"], [data-note-drop]`;

/** The sidebar's Today link at that point of the window, or its substitute while the sidebar is closed. */
function todayAt({ x, y }: Point): Element | null {
  for (const link of document.querySelectorAll(TODAY)) {
    const { left, right, top, bottom } = link.getBoundingClientRect();
    if (left <= x && x < right && top <= y && y < bottom) return link;
  }
  return null;
}

/** Moves notes by mouse, pen or finger. One listener serves the whole wall, because only some cards are rendered. */
export function letMoveByPointer(host: ArrangingHost): () => void {
  const { list } = host;
  let drag: { moving: NonNullable<Moving>; carried: Carried; key: string; from: Point; at: Point } | null =
    null;
  let isTouch = false;
  /** The card whose place the note took last; it moved away from under the pointer. */
  let taken: string | null = null;

  function begin(key: string, at: Point): boolean {
    const card = list.querySelector<HTMLElement>(`[data-card="${key}"]`);
    const moving = card && beginMoving(host, key, 'pointer');
    if (!card || !moving) return false;
    drag = { moving, carried: carry(card, at.x, at.y), key, from: at, at };
    taken = null;
    return true;
  }

  /** Moves the note to the place of the card under the pointer. */
  function follow(at: Point) {
    if (!drag) return;
    drag.at = at;
    const { moving, carried, key } = drag;
    carried.to(at.x, at.y);
    if (carried.markTarget(todayAt(at))) {
      taken = null;
      return moving.back();
    }
    const over = hungAt(list, at.x, at.y)?.key;
    if (over === key) taken = null;
    if (over === undefined || over === key || over === taken) return;
    const notes = host.notes();
    const [moved, other] = [noteOfKey(notes, key), noteOfKey(notes, over)];
    if (!moved) return;
    taken = over;
    const others = othersOf(notes, moved);
    // Over the other group or the add tile, the note moves to the nearest place in its own group.
    if (!other || other.isPinned !== moved.isPinned) {
      const isBehind = other !== undefined && moved.isPinned;
      return moving.to(isBehind ? null : (others[0]?.notesFireId ?? null));
    }
    const [to, from] = [others.indexOf(other), placeAmong(others, moving.before())];
    moving.to(to < from ? over : (others[to + 1]?.notesFireId ?? null));
  }

  function finish(isDrop: boolean) {
    if (!drag) return;
    const { moving, carried, key, from, at } = drag;
    drag = null;
    carried.end();
    const note = moving.note();
    if (isDrop && isTouch && Math.hypot(at.x - from.x, at.y - from.y) < STILL_PX) {
      moving.end();
      say('');
      host.openMenu(key);
    } else if (!isDrop) moving.giveUp();
    else if (note && todayAt(at)) {
      moving.end();
      host.store.dispatch(noteTaskRequested(note));
      say(`${nameOf(note)} is a task for today`);
    } else moving.drop();
  }

  const press = (event: PointerEvent) => {
    const key = noteKeyAt(event.target);
    if (key === null) return;
    isTouch = event.pointerType === 'touch';
    const longPress = isTouch ? LONG_PRESS_MS : undefined;
    dragByPointer(event, list, { onStart: at => begin(key, at), onMove: follow, onEnd: finish }, longPress);
  };
  // Safari lets a finger drag only if this listener was added before the touch.
  const hearTouch = () => {};
  list.addEventListener('pointerdown', press);
  list.addEventListener('touchmove', hearTouch, { passive: false });
  return () => {
    list.removeEventListener('pointerdown', press);
    list.removeEventListener('touchmove', hearTouch);
    cancelPointerDrag();
    say('');
  };
}
