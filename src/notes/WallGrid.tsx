import { useCallback, useMemo, useState, type FocusEvent } from 'react';
import { Plus } from 'lucide-react';
import { Icon } from '../components/Icon';
import { rowLayout } from '../components/rowLayout';
import { useFocusOfRows } from '../components/useFocusOfRows';
import { guessHeight } from './guessHeight';
import type { Note } from './note';
import { NoteCard } from './NoteCard';
import { NEW_NOTE } from './openNote';
import { useMasonry, type Card } from './useMasonry';
import styles from './WallGrid.module.css';

/** Heights of the add tile, and of a placeholder, in rem. */
const TILE = 3.5;
const PLACEHOLDER = 8;

type WallCard = Card & { note: Note | null };
const keyOfCard = ({ key }: WallCard) => key;

function cardOf(note: Note, at: number): WallCard {
  if (note.notesFireId === '') return { key: `placeholder-${at}`, note, guess: () => PLACEHOLDER };
  return { key: note.notesFireId, note, guess: width => guessHeight(note, width) };
}
const addTile: WallCard = { key: NEW_NOTE, note: null, guess: () => TILE };

type Props = { notes: readonly Note[]; hasAddTile: boolean; onOpen: (note: string) => void };

/** The notes in columns, in their order; only those around the view are in the page. */
export function WallGrid({ notes, hasAddTile, onOpen }: Props) {
  const cards = useMemo(() => [...(hasAddTile ? [addTile] : []), ...notes.map(cardOf)], [notes, hasAddTile]);
  const layout = useMemo(() => rowLayout([{ key: 'cards', items: cards }], keyOfCard, false), [cards]);
  const { list, onFocus, onBlur } = useFocusOfRows<HTMLUListElement, WallCard>(layout, keyOfCard);
  const [focused, setFocused] = useState<string | null>(null);
  const { shown, observe, height, styleOf } = useMasonry(list, cards, focused);
  const follow = useCallback(
    ({ target }: FocusEvent<HTMLElement>) =>
      setFocused(target.closest<HTMLElement>('[data-card]')?.dataset.card ?? null),
    [],
  );
  return (
    <ul
      ref={list}
      className={styles.grid}
      style={{ height }}
      data-rows={cards.length}
      onFocus={event => {
        onFocus(event);
        follow(event);
      }}
      onBlur={event => {
        onBlur(event);
        setFocused(null);
      }}
    >
      {shown.map(at => {
        const { key, note } = cards[at]!;
        const place = { className: styles.place, style: styleOf(at), 'data-card': key, 'data-row': at };
        if (note?.notesFireId === '')
          return (
            <li
              key={key}
              {...place}
              ref={observe}
              aria-hidden
              className={`${styles.place} ${styles.placeholder}`}
            />
          );
        return (
          <li key={key} {...place} ref={observe} aria-setsize={cards.length} aria-posinset={at + 1}>
            {note ? <NoteCard note={note} onOpen={onOpen} /> : <AddTile onOpen={onOpen} />}
          </li>
        );
      })}
    </ul>
  );
}

const AddTile = ({ onOpen }: Pick<Props, 'onOpen'>) => (
  <button type="button" className={styles.add} data-item onClick={() => onOpen(NEW_NOTE)}>
    <Icon of={Plus} size={22} />
    Add note
  </button>
);
