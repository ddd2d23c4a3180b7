import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { isComposing } from '../../components/input/composing';
import { withBox, withTick, countBoxes } from '../../lib/text/checklist';
import { SubtaskList } from './SubtaskList';
import styles from './SubtaskList.module.css';
import { isBlank } from '../../lib/text/visible';

type Props = {
  description: string;
  /** Called while a subtask is typed: the description including it. */
  onType: (description: string) => void;
  /** Called when a subtask of the description `before` was ticked, or one was added. */
  onChange: (description: string, before: string) => void;
};

/** The state of a history entry that opens a form to add a subtask. */
export type FormState = { isForSubtask: true };

/** The subtask being typed, and the description without it. */
type Typed = { words: string; before: string };

/**
 * The subtasks of a task in its form: checkboxes, and a field in which Enter adds a subtask. Text typed there is at once
 * part of the description, and so of the draft.
 */
export function SubtasksField({ description, onType, onChange }: Props) {
  const [typed, setTyped] = useState<Typed | null>(null);
  const current = typed?.before ?? description;
  const { ticked, all } = countBoxes(current);
  const field = useRef<HTMLInputElement>(null);
  const { key, state } = useLocation();
  useLayoutEffect(() => {
    if ((state as FormState | null)?.isForSubtask) field.current!.focus();
  }, [key, state]);

  const type = (words: string) => {
    const next = isBlank(words) ? current : withBox(current, words);
    setTyped(words === '' ? null : { words, before: current });
    if (next !== description) onType(next);
  };
  /**
   * Adds the subtask, by Enter. When the field is only left, the text stays an unsaved change of the form, which Discard
   * reverts.
   */
  const add = () => {
    setTyped(null);
    if (typed && description !== typed.before) onChange(description, typed.before);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, nativeEvent } = event;
    if (isComposing(nativeEvent)) return;
    if (key === 'Enter' && !event.ctrlKey && !event.metaKey) add();
    else if (key === 'Escape' && typed) type('');
    else return;
    event.preventDefault();
  };

  return (
    <div className={styles.field} role="group" aria-label="Subtasks">
      {all > 0 && <p className={styles.count}>{`${ticked} of ${all}`}</p>}
      <SubtaskList
        label="Subtasks of this task"
        description={current}
        onTick={(at, isTicked) => onChange(withTick(description, at, isTicked), description)}
      />
      <input
        ref={field}
        className={styles.add}
        value={typed?.words ?? ''}
        placeholder="Add a subtask"
        aria-label="Add a subtask"
        autoComplete="off"
        enterKeyHint="done"
        dir="auto"
        onChange={({ target }) => type(target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => setTyped(null)}
      />
    </div>
  );
}
