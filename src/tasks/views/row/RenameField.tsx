import { nanoid } from '@reduxjs/toolkit';
import { X } from 'lucide-react';
import {
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { Icon } from '../../../components/Icon';
import { onPageLeave } from '../../../components/hooks/onPageLeave';
import { isComposing } from '../../../components/input/composing';
import { afterPress } from '../../../components/input/pressing';
import { useAppDispatch, useAppSelector } from '../../../hooks';
import { clockInWords } from '../../../lib/days/times';
import { selectSettings } from '../../../settings/settingsSlice';
import { selectToday } from '../../../ui/uiSlice';
import { withoutTags } from '../../../../shared/tags';
import { renameEnded } from '../../selecting/selectionSlice';
import { fieldsOf, timingOf, type Task } from '../../task';
import { taskSaveRequested, taskTimeRequested } from '../../taskActions';
import { TimeReader, type TimeInName } from './timeInName';
import styles from './RenameField.module.css';
import { isBlank } from '../../../lib/text/visible';

const LONGEST_LABEL_CHARACTERS = 100;

/** The name without the words of a time. */
const without = ({ from, to }: TimeInName, name: string) =>
  name.slice(0, from).replace(/[\s,;]+$/, '') + name.slice(to);

/** The time that was typed into a name, unless the person made it words again; one that the name had stays in it. */
function useTypedTime(task: Task, name: string) {
  const readTime = useContext(TimeReader);
  const today = useAppSelector(selectToday);
  const [kept, setKept] = useState<string | null>(null);
  const before = useMemo(() => readTime(task.taskName, today)?.phrase, [readTime, task.taskName, today]);
  const found = task.doneAt === null ? readTime(name, today) : null;
  const typed = found && found.phrase !== before && found.phrase !== kept ? found : null;
  return { typed, keepWords: () => setKept(typed?.phrase ?? null) };
}

/**
 * Renames a task in its row: Enter, or leaving the field or the page, saves the name; Esc cancels. A blank name changes
 * nothing. A time that is typed becomes the task's.
 */
export function RenameField({ task }: { task: Task }) {
  const { taskId, taskName } = task;
  const dispatch = useAppDispatch();
  const [name, setName] = useState(taskName);
  const { remind } = useAppSelector(selectSettings);
  const { typed, keepWords } = useTypedTime(task, name);
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
    const words = typed ? without(typed, name) : name;
    const changeId = nanoid();
    if (isKept && !isBlank(name) && words !== taskName)
      dispatch(taskSaveRequested(task, base, { ...base, taskName: words }, { changeId }));
    if (isKept && typed) {
      const timing = timingOf(task) ?? (remind === undefined ? {} : { remind });
      dispatch(taskTimeRequested(task, { ...timing, time: typed.time }, { changeId }));
    }
    dispatch(renameEnded());
  };
  const leave = useLeaving(() => end(true));
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, nativeEvent } = event;
    const { selectionStart, selectionEnd } = field.current!;
    if (key === 'Backspace' && typed && selectionStart === typed.to && selectionEnd === typed.to) {
      event.preventDefault();
      keepWords();
    }
    if (isComposing(nativeEvent) || !(key === 'Enter' || key === 'Escape')) return;
    event.preventDefault();
    end(key === 'Enter');
  };

  return (
    <span className={styles.box}>
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
      <span aria-live="polite">
        {typed && (
          <button
            type="button"
            className={styles.time}
            title={`Keep “${typed.phrase}” in the name`}
            onPointerDown={event => event.preventDefault()}
            onClick={keepWords}
          >
            <bdi>{clockInWords(typed.time)}</bdi>
            <Icon of={X} size={14} />
          </button>
        )}
      </span>
    </span>
  );
}

/**
 * Calls `onLeave` when the page is left. Returns a blur listener that does so when the focus has moved elsewhere in the
 * page.
 */
function useLeaving(onLeave: () => void) {
  const leave = useEffectEvent(onLeave);
  useEffect(() => onPageLeave(() => leave()), []);
  return () => {
    if (document.hasFocus()) afterPress(onLeave); // the row may move
  };
}

/** Returns the focus to a row, unless another element has it. */
function focusRow(taskId: number) {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>(`main a[data-task="${taskId}"]`)?.focus();
}
