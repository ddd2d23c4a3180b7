import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { onPageLeave } from '../../../components/hooks/onPageLeave';
import { isComposing } from '../../../components/input/composing';
import { useAppDispatch } from '../../../hooks';
import { withoutTags } from '../../../../shared/tags';
import { renameEnded } from '../../selecting/selectionSlice';
import { fieldsOf, type Task } from '../../task';
import { taskSaveRequested } from '../../taskActions';
import styles from './RenameField.module.css';
import { isBlank } from '../../../lib/text/visible';

const LONGEST_LABEL_CHARACTERS = 100;

/** Renames a task in its row: Enter, or leaving the field or the page, saves the name; Esc cancels. A blank name changes nothing. */
export function RenameField({ task }: { task: Task }) {
  const { taskId, taskName } = task;
  const dispatch = useAppDispatch();
  const [name, setName] = useState(taskName);
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);

  useLayoutEffect(() => {
    field.current!.select();
    // The row renders its link again one frame later.
    return () => void requestAnimationFrame(() => focusRow(taskId));
  }, [taskId]);

  const end = (isKept: boolean) => {
    if (isOver.current) return;
    isOver.current = true;
    const base = fieldsOf(task);
    if (isKept && !isBlank(name) && name !== taskName)
      dispatch(taskSaveRequested(task, base, { ...base, taskName: name }));
    dispatch(renameEnded());
  };
  const leave = useLeaving(() => end(true));
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, nativeEvent } = event;
    if (isComposing(nativeEvent) || !(key === 'Enter' || key === 'Escape')) return;
    event.preventDefault();
    end(key === 'Enter');
  };

  return (
    <input
      ref={field}
      className={styles.field}
      value={name}
      aria-label={`Name of ${withoutTags(taskName).slice(0, LONGEST_LABEL_CHARACTERS)}`}
      autoComplete="off"
      enterKeyHint="done"
      dir="auto"
      data-title
      onChange={({ target }) => setName(target.value)}
      onKeyDown={onKeyDown}
      onBlur={leave}
    />
  );
}

/**
 * Calls `onLeave` when the page is left. Returns a blur listener that does so when the focus has moved elsewhere in the
 * page. After a press it waits for the click, because the row may move.
 */
function useLeaving(onLeave: () => void) {
  const isPressed = useRef(false);
  const isLeft = useRef(false);
  const leave = useEffectEvent(onLeave);
  useEffect(() => onPageLeave(() => leave()), []);
  useEffect(() => {
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal };
    const onUp = () => {
      isPressed.current = false;
      if (isLeft.current) setTimeout(() => leave());
    };
    addEventListener('pointerdown', () => (isPressed.current = true), options);
    for (const name of ['pointerup', 'pointercancel']) addEventListener(name, onUp, options);
    return () => stop.abort();
  }, []);
  return () => {
    isLeft.current = document.hasFocus();
    if (isLeft.current && !isPressed.current) onLeave();
  };
}

/** Returns the focus to a row, unless another element has it. */
function focusRow(taskId: number) {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>(`main a[data-task="${taskId}"]`)?.focus();
}
