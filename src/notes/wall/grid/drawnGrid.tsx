import { Plus } from 'lucide-react';
import { DrawnIcon } from '../../../components/drawnIcon';
import { NEW_NOTE } from '../../openNote';
import styles from './WallGrid.module.css';

/** The height of the add tile in rem. */
export const TILE = 3.5;

export const AddTile = ({ onOpen }: { onOpen?: (note: string) => void }) => (
  <button type="button" className={styles.add} data-item onClick={() => onOpen?.(NEW_NOTE)}>
    <DrawnIcon of={Plus} size={22} />
    Add note
  </button>
);

/** The attributes of a card's place among all cards. */
export const placeProps = (key: string, at: number, count: number) => ({
  className: styles.place,
  'data-card': key,
  'data-row': at,
  'aria-setsize': count,
  'aria-posinset': at + 1,
});
