import { useState, type KeyboardEvent } from 'react';
import { withBox, withTick, countBoxes } from '../../lib/text/checklist';
import { PartList } from './PartList';
import styles from './PartList.module.css';

type Props = {
  description: string;
  /** Called while a part is typed: the description including it. */
  onType: (description: string) => void;
  /** Called when a part of the description `before` was ticked, or one was added. */
  onChange: (description: string, before: string) => void;
};

/** The part being typed, and the description without it. */
type Typed = { words: string; before: string };

/**
 * The parts of a task in its form: checkboxes, and a field in which Enter adds a part. Text typed there is immediately
 * part of the description, and so of the draft.
 */
export function PartsField({ description, onType, onChange }: Props) {
  const [typed, setTyped] = useState<Typed | null>(null);
  const current = typed?.before ?? description;
  const { ticked, all } = countBoxes(current);

  const type = (words: string) => {
    const next = words.trim() === '' ? current : withBox(current, words);
    setTyped(words === '' ? null : { words, before: current });
    if (next !== description) onType(next);
  };
  /**
   * Adds the part, by Enter. When the field is only left, the text stays an unsaved change of the form, which Discard
   * reverts.
   */
  const add = () => {
    setTyped(null);
    if (typed && description !== typed.before) onChange(description, typed.before);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, nativeEvent } = event;
    if (nativeEvent.isComposing || nativeEvent.keyCode === 229) return;
    if (key === 'Enter' && !event.ctrlKey && !event.metaKey) add();
    else if (key === 'Escape' && typed) type('');
    else return;
    event.preventDefault();
  };

  return (
    <div className={styles.field} role="group" aria-label="Parts">
      {all > 0 && (
        <p className={styles.count}>
          {ticked} of {all}
        </p>
      )}
      <PartList
        label="Parts of this task"
        description={current}
        onTick={(at, isTicked) => onChange(withTick(description, at, isTicked), description)}
      />
      <input
        className={styles.add}
        value={typed?.words ?? ''}
        placeholder="Add a part"
        aria-label="Add a part"
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
