import { useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { countSubtasks, withWords, wordsOf } from '../../lib/text/subtasks';
import { TextButton } from '../Button';
import { Field } from '../Field';
import { continueListOnEnter } from '../input/listKeys';
import { afterPress } from '../input/pressing';
import styles from './SubtaskList.module.css';
import { SubtasksField } from './SubtasksField';

/** A box that is typed into the words begins a subtask. */
const isBegun = (line: string) => /^\s*- \[[ xX]\]\s*$/.test(line);

/** The state of a history entry that opens a form to add a subtask. */
export type FormState = { isForSubtask: true };

type Props = {
  /** The whole text, as it is stored. */
  description: string;
  name: string;
  message?: string | false;
  /** Of the text area, as its number of lines. */
  className?: string;
  placeholder?: string;
  rows?: number;
  /** Called with every new description. */
  onType: (description: string) => void;
  /** Called when a subtask of the description `before` was changed, and is not being typed any more. */
  onSubtasks?: (description: string, before: string) => void;
};

/**
 * A description: its words in a text area, and its `- [ ]` lines as subtasks below. Lines of that kind that are typed or
 * pasted into the words move there. *As text* shows the whole text instead.
 */
export function DescriptionField({ description, onType, onSubtasks, message, className, ...area }: Props) {
  const [isText, setIsText] = useState(false);
  const adding = useRef<HTMLTextAreaElement>(null);
  /** The words while they are typed, and the description over which they are. */
  const [typed, setTyped] = useState<{ words: string; over: string; description: string } | null>(null);
  const { words, over } =
    typed?.description === description ? typed : { words: wordsOf(description), over: description };
  const hasSubtasks = countSubtasks(description).all > 0;

  const { key, state } = useLocation();
  useLayoutEffect(() => {
    if ((state as FormState | null)?.isForSubtask) adding.current?.focus();
  }, [key, state]);

  const write = (value: string) => {
    if (isText) return onType(value);
    const lines = value.split('\n');
    const left = lines.filter(line => !isBegun(line));
    const next = withWords(over, left.join('\n'));
    const isMoved = countSubtasks(value).all > 0;
    setTyped(isMoved ? null : { words: value, over, description: next });
    if (next !== description) onType(next);
    if (left.length < lines.length) adding.current?.focus();
  };
  const toggle = (
    <TextButton aria-pressed={isText} onClick={() => setIsText(!isText)}>
      As text
    </TextButton>
  );
  return (
    <>
      <Field label="Description" message={message}>
        {control => (
          <textarea
            {...control}
            {...area}
            value={isText ? description : words}
            className={[control.className, className].join(' ')}
            dir="auto"
            data-with-subtasks={(hasSubtasks && !isText) || undefined}
            onChange={({ target }) => write(target.value)}
            onKeyDown={continueListOnEnter}
            onBlur={() => afterPress(() => setTyped(null))}
          />
        )}
      </Field>
      {isText ? (
        <p className={styles.count}>{toggle}</p>
      ) : (
        <SubtasksField description={description} onType={onType} onChange={onSubtasks} adding={adding}>
          {toggle}
        </SubtasksField>
      )}
    </>
  );
}
