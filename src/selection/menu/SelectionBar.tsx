import type { KeyboardEvent } from 'react';
import { useAppDispatch, useAppSelector, useAppStore } from '../../hooks';
import { AtFoot } from '../../components/AtFoot';
import { CloseButton } from '../../components/Button';
import { dayPlus } from '../../lib/days/days';
import type { ManyChange } from '../../tasks/selecting/manyTasks';
import { selectAnchor } from '../../tasks/selecting/selected';
import { menuOpened, selectionEnded } from '../../tasks/selecting/selectionSlice';
import { selectToday } from '../../ui/uiSlice';
import styles from '../gestures/Moves.module.css';
import { requestMany, selectSelectedIds } from '../requestMany';
import { focusTask } from '../rows';

/** Shows the number of selected rows, and the actions for them. */
export function SelectionBar({ count }: { count: number }) {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const today = useAppSelector(selectToday);
  const request = (change: ManyChange) => () =>
    requestMany(dispatch, selectSelectedIds(store.getState()), change);
  const end = () => {
    const anchor = selectAnchor(store.getState());
    dispatch(selectionEnded());
    focusTask(anchor);
  };
  return (
    <AtFoot>
      <section aria-label="Selection">
        <div role="toolbar" aria-label="Selected tasks" className={styles.bar} onKeyDown={moveInBar}>
          <span className={styles.count}>{`${count.toLocaleString()} selected`}</span>
          <button type="button" onClick={request({ type: 'move', to: { taskDueDay: today } })}>
            Today
          </button>
          <button type="button" onClick={request({ type: 'move', to: { taskDueDay: dayPlus(today, 1) } })}>
            Tomorrow
          </button>
          <button
            type="button"
            data-move-selection
            aria-haspopup="menu"
            onClick={() => dispatch(menuOpened({ taskId: null }))}
          >
            Move…
          </button>
          <button type="button" onClick={request({ type: 'tick', isDone: true })}>
            Done
          </button>
          <button type="button" onClick={request({ type: 'delete' })}>
            Delete
          </button>
          <CloseButton aria-label="End selection" title="End selection" onClick={end} />
        </div>
      </section>
    </AtFoot>
  );
}

/** Arrow keys move through the toolbar. */
function moveInBar(event: KeyboardEvent<HTMLElement>) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  buttons[(at + by + buttons.length) % buttons.length]!.focus();
}
