import { useEffect, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { useAppDispatch, useAppSelector } from '../app/hooks';
import { selectMenu, selectSelected } from '../tasks/selected';
import { menuOpened, selectionEnded } from '../tasks/selectionSlice';
import { MoveMenu } from './MoveMenu';
import styles from './Moves.module.css';
import { titleAt } from './rows';
import { SelectionBar } from './SelectionBar';
import { useRowGestures } from './useRowGestures';

type Props = {
  /** The task whose Move button was pressed before this code was loaded. */
  early: RefObject<number | null>;
};

/** What moves and selects tasks: the menu of a row, the bar of the selection, and the gestures that lead there. */
export function Moves({ early: earlyRef }: Props) {
  const dispatch = useAppDispatch();
  const menu = useAppSelector(selectMenu);
  const count = Object.keys(useAppSelector(selectSelected)).length;
  const title = titleAt(useLocation().pathname);
  useRowGestures();
  useEffect(() => {
    if (earlyRef.current !== null) dispatch(menuOpened({ taskId: earlyRef.current }));
    earlyRef.current = null;
  }, [dispatch, earlyRef]);
  // A selection belongs to the list in which it was made.
  useEffect(() => () => void dispatch(selectionEnded()), [dispatch, title]);

  return (
    <>
      <p className={styles.announced} aria-live="polite">
        {count > 0 && `${count.toLocaleString()} selected`}
      </p>
      {count > 0 && <SelectionBar count={count} />}
      {menu && <MoveMenu key={`${menu.taskId} ${menu.isForDay ?? ''}`} menu={menu} />}
    </>
  );
}
