import { useEffect, useEffectEvent } from 'react';
import { useAddress } from '../../components/hooks/useAddress';
import { useAppSelector, useAppStore } from '../../hooks';
import { tagName } from '../../../shared/tags';
import { paths, tagPath } from '../../routes';
import { selectKeptTags } from '../../tags/keptTags';
import { titleAt } from '../rows';
import { DropStrip } from '../../components/DropStrip';
import {
  SELECTED_ID,
  selectIsDragging,
  selectMenu,
  selectSelected,
  selectToLift,
} from '../../tasks/selecting/selected';
import { selectionEnded, selectIsIdle } from '../../tasks/selecting/selectionSlice';
import { TaskMenu } from '../menu/TaskMenu';
import styles from './Moves.module.css';
import { SelectionBar } from '../menu/SelectionBar';
import { DayOfField, DayOfTasks } from '../pickDay/DayDialogs';
import { cancelDrag, useDragging } from '../drag/useDragging';
import { useDoubleClick } from './useDoubleClick';
import { useRowGestures } from './useRowGestures';
import { useSwipes } from './useSwipes';

/** Drop targets while the sidebar is closed. */
const DROP_LINKS = [
  { name: 'Today', path: paths.today },
  { name: 'Upcoming', path: paths.upcoming },
  { name: 'Personal', path: paths.personal },
  { name: 'Work', path: paths.work },
  { name: 'No date', path: paths.noDate },
  { name: 'Trash', path: paths.trash },
];

/** The menu of a row, the bar of the selection, and the gestures. */
export function Moves() {
  const menu = useAppSelector(selectMenu);
  const count = Object.keys(useAppSelector(selectSelected)).length;
  const isDragging = useAppSelector(selectIsDragging);
  const kept = useAppSelector(selectKeptTags);
  const title = titleAt(useAddress());
  const toLift = useAppSelector(selectToLift);
  const drag = useDragging();
  const lift = useEffectEvent((taskId: number) => void drag.lift(taskId));
  useRowGestures(drag.press);
  useDoubleClick();
  useSwipes();
  useEffect(() => {
    if (toLift !== null) lift(toLift);
  }, [toLift]);
  // A drag and a selection end when another list is opened. Nothing is dispatched without one: each dispatch makes all
  // rows look at the state.
  const store = useAppStore();
  useEffect(
    () => () => {
      cancelDrag();
      if (!selectIsIdle(store.getState())) store.dispatch(selectionEnded());
    },
    [store, title],
  );

  return (
    <>
      <p hidden id={SELECTED_ID}>
        selected
      </p>
      {isDragging && (
        <DropStrip>
          {[
            ...DROP_LINKS,
            ...kept.map(({ tag, word = tag }) => ({ name: tagName(word), path: tagPath(tag) })),
          ].map(({ name, path }) => (
            <li key={path} data-drop={path}>
              {name}
            </li>
          ))}
        </DropStrip>
      )}
      <p className={styles.announced} aria-live="polite">
        {count > 0 && `${count.toLocaleString()} selected`}
      </p>
      {count > 0 && !isDragging && <SelectionBar count={count} />}
      {menu && !menu.isForDay && <TaskMenu key={`${menu.taskId} ${menu.at?.x} ${menu.at?.y}`} menu={menu} />}
      {menu?.isForDay && <DayOfTasks menu={menu} />}
      <DayOfField />
    </>
  );
}
