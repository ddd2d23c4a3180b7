import { useCallback, useEffect, useMemo, useState, type FocusEvent } from 'react';
import { Plus } from 'lucide-react';
import { Icon } from '../../../components/Icon';
import { DropStrip } from '../../../components/DropStrip';
import { rowLayout } from '../../../components/rows/rowLayout';
import { useFocusOfRows } from '../../../components/rows/useFocusOfRows';
import { guessHeight } from '../card/guessHeight';
import type { Note } from '../../note';
import { NoteCard } from '../card/NoteCard';
import { NEW_NOTE } from '../../openNote';
import { useArranging } from '../arranging/useArranging';
import { noteOfKey } from '../arranging/arrange';
import { CardTools } from '../../tools/CardTools';
import { NoteMenu } from '../../tools/NoteMenu';
import { useTooledCards } from '../../tools/useTooledCards';
import { useMasonry, type Card } from './useMasonry';
import styles from './WallGrid.module.css';

/** The height of the add tile in rem. */
const TILE_REM = 3;

const AddTile = ({ onOpen }: { onOpen: (note: string) => void }) => (
  <button type="button" className={styles.add} data-item onClick={() => onOpen(NEW_NOTE)}>
    <Icon of={Plus} size={22} />
    Add note
  </button>
);

/** The attributes of a card's place among all cards. */
const placeProps = (key: string, at: number, count: number) => ({
  className: styles.place,
  'data-card': key,
  'data-row': at,
  'aria-setsize': count,
  'aria-posinset': at + 1,
});

/** The height of a placeholder in rem. */
const PLACEHOLDER_REM = 8;

type WallCard = Card & { note: Note | null };
const keyOfCard = ({ key }: WallCard) => key;

/** Cards by note, each with its cached height estimates: reordering costs no new ones. */
const cardsOfNotes = new WeakMap<Note, WallCard>();

function cardOf(note: Note, at: number): WallCard {
  if (note.notesFireId === '') return { key: `placeholder-${at}`, note, guess: () => PLACEHOLDER_REM };
  const known = cardsOfNotes.get(note);
  if (known) return known;
  const guesses = new Map<number, number>();
  const guess = (width: number) => {
    if (!guesses.has(width)) guesses.set(width, guessHeight(note, width));
    return guesses.get(width)!;
  };
  const card = { key: note.notesFireId, note, guess };
  cardsOfNotes.set(note, card);
  return card;
}
const addTile: WallCard = { key: NEW_NOTE, note: null, guess: () => TILE_REM };

type Props = { notes: readonly Note[]; hasAddTile: boolean; onOpen: (note: string) => void };

/** The notes in columns, in order; only those near the view are rendered. */
export function WallGrid({ notes, hasAddTile, onOpen }: Props) {
  const { menu, openMenu, closeMenu, hasTools, handlers } = useTooledCards();
  const { ordered, arranging, listen } = useArranging(notes, hasAddTile, openMenu);
  const menuNote = menu && noteOfKey(notes, menu.key);
  const cards = useMemo(
    () => [...(hasAddTile ? [addTile] : []), ...ordered.map(cardOf)],
    [ordered, hasAddTile],
  );
  const layout = useMemo(() => rowLayout([{ key: 'cards', items: cards }], keyOfCard, false), [cards]);
  const { list, onFocus, onBlur } = useFocusOfRows<HTMLUListElement, WallCard>(layout, keyOfCard);
  const [focused, setFocused] = useState<string | null>(null);
  const { visible, observe, height, styleOf } = useMasonry(list, cards, {
    kept: arranging?.key ?? focused,
    isFixed: arranging === null,
  });
  useEffect(() => listen(list.current!), [listen, list]);
  const follow = useCallback(
    ({ target }: FocusEvent<HTMLElement>) =>
      setFocused(target.closest<HTMLElement>('[data-card]')?.dataset.card ?? null),
    [],
  );
  return (
    <>
      <ul
        ref={list}
        className={styles.grid}
        style={{ height }}
        data-rows={cards.length}
        data-arranging={arranging?.by}
        {...handlers}
        onFocus={event => {
          onFocus(event);
          follow(event);
          handlers.onFocus(event);
        }}
        onBlur={event => {
          onBlur(event);
          handlers.onBlur(event);
          setFocused(null);
        }}
      >
        {visible.map(at => {
          const { key, note } = cards[at]!;
          const style = styleOf(at);
          const isLifted = key === arranging?.key || undefined;
          if (note?.notesFireId === '')
            return (
              <li
                key={key}
                data-card={key}
                data-row={at}
                style={style}
                ref={observe}
                aria-hidden
                className={`${styles.place} ${styles.placeholder}`}
              />
            );
          return (
            <li
              key={key}
              {...placeProps(key, at, cards.length)}
              style={style}
              ref={observe}
              data-lifted={isLifted}
            >
              {note ? <NoteCard note={note} onOpen={onOpen} /> : <AddTile onOpen={onOpen} />}
              {note && !arranging && hasTools(key) && <CardTools note={note} onMenu={openMenu} />}
            </li>
          );
        })}
      </ul>
      {menuNote && <NoteMenu note={menuNote} at={menu.at} onOpen={onOpen} onClose={closeMenu} />}
      {arranging?.by === 'pointer' && (
        <DropStrip>
          <li data-note-drop>Make a task for today</li>
        </DropStrip>
      )}
    </>
  );
}
