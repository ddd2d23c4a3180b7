import { nanoid } from '@reduxjs/toolkit';
import type { useAppStore } from '../../../hooks';
import { say } from '../../../components/input/saying';
import { arranged, beforeOf, noteOfKey, othersOf, placeAmong, type Arranging } from './arrange';
import type { Note } from '../../note';
import { noteLookRequested } from '../../noteKinds';
import { placesAt } from '../../../lib/placesAt';
import { trimmed } from '../../../lib/text/visible';
import { placeOf, type Look } from '../../look';

type Hanging = Look & { notesFireId: string };

const placedOf = (note: Hanging) => ({ id: note.notesFireId, place: placeOf(note) });

/** The places, by key, that put a note before `others[at]`. `others` is its group (pinned or not) in order, without the note. */
export const placesOnWall = (moved: Hanging, others: readonly Hanging[], at: number) =>
  placesAt([placedOf(moved)], others.map(placedOf), at);

/** The interface of the wall for the code that moves notes. */
export type ArrangingHost = {
  list: HTMLElement;
  store: ReturnType<typeof useAppStore>;
  /** The notes in the order of the wall. */
  notes: () => readonly Note[];
  /** False while the wall is filtered: the order is not changed then. */
  canOrder: () => boolean;
  /** Shows the new order immediately; null ends that. */
  show: (arranging: Arranging | null) => void;
  /** Opens the menu of a note, which a finger pressed long without moving it. */
  openMenu: (key: string) => void;
};

export type Moving = ReturnType<typeof beginMoving>;

const SOME_ARE_HIDDEN = 'Show all notes to change their order';
/** The name of a note in announcements. */
export const nameOf = ({ noteTitle }: Note) => trimmed(noteTitle).slice(0, 80) || '(no title)';

/** Lifts a note: shows and announces its place. Null when the note no longer exists. */
export function beginMoving(host: ArrangingHost, key: string, by: Arranging['by']) {
  const first = noteOfKey(host.notes(), key);
  if (!first) return null;
  const { canOrder } = host;
  const origin = beforeOf(host.notes(), first);
  let before = origin;
  const now = () => noteOfKey(host.notes(), key);
  const others = () => othersOf(host.notes(), now() ?? first);
  /** The note's position on the whole wall, from 1. */
  const placed = () => {
    const notes = arranged(host.notes(), { key, before, by });
    return `${notes.findIndex(({ notesFireId }) => notesFireId === key) + 1} of ${notes.length}`;
  };
  const end = () => host.show(null);

  const moving = {
    /** The key of the note that follows it during the move. */
    before: () => before,
    /** Moves the note before another one of its group. */
    to(next: string | null) {
      if (!canOrder() || next === before || !now()) return;
      before = next;
      host.show({ key, before, by });
      const following = before === null ? undefined : noteOfKey(host.notes(), before);
      say(`Moved ${following ? `before ${nameOf(following)}` : 'to the end'}, ${placed()}`);
    },
    /** Moves the note by some places, within its group. */
    by(step: number) {
      if (!canOrder()) return say(SOME_ARE_HIDDEN);
      const group = others();
      const at = placeAmong(group, before);
      const next = Math.max(0, Math.min(at + step, group.length));
      if (next !== at) moving.to(group[next]?.notesFireId ?? null);
      else say(`${nameOf(first)} stays ${placed()}${first.isPinned ? ': pinned notes come first' : ''}`);
    },
    /** Moves the note back to its original place; it stays lifted. */
    back: () => moving.to(origin),
    drop() {
      const moved = now();
      const group = others();
      const at = placeAmong(group, before);
      const isMoved = moved && before !== origin;
      if (isMoved) {
        const changeId = nanoid();
        const byKey = new Map([moved, ...group].map(note => [note.notesFireId, note]));
        for (const [of, place] of placesOnWall(moved, group, at))
          host.store.dispatch(noteLookRequested(byKey.get(of)!, { place }, { changeId }));
      }
      end();
      say(canOrder() ? `Dropped ${nameOf(first)}, ${placed()}` : SOME_ARE_HIDDEN);
    },
    giveUp() {
      before = origin;
      end();
      say(`${nameOf(first)} stays where it was, ${placed()}`);
    },
    /** Ends without an announcement. */
    end,
    note: now,
  };
  host.show({ key, before, by });
  if (canOrder()) say(`Picked up ${nameOf(first)}, ${placed()}`, by === 'keys');
  else say(SOME_ARE_HIDDEN, true);
  return moving;
}
