import type { PointerEvent } from 'react';
import { X } from 'lucide-react';
import { Icon } from '../components/Icon';
import { dayInWords, isolated, type Day } from '../lib/days/days';
import { clockInWords } from '../lib/days/times';
import { repeatInWords } from '../repeats/makeRepeat';
import styles from './QuickAdd.module.css';
import type { NewTask } from './quickAddActions';
import type { Reading, Understood } from './reading/readTitle';

export const listNames = { personal: 'Personal', work: 'Work' };

type Props = {
  reading: Reading;
  /** The meaning of the whole line. */
  task: NewTask;
  today: Day;
  /** Called when the user turns a phrase back into text. */
  onChoice: (phrase: string) => void;
  /** Called when the user takes the offered phrase as a day or a time. */
  onOffered: (phrase: string) => void;
};

function wordsOf(phrase: Understood, { repeat }: NewTask, today: Day): string {
  if (phrase.kind === 'day')
    return `${dayInWords(phrase.day, today)}${phrase.day !== null && phrase.day < today ? ', in the past' : ''}`;
  if (phrase.kind === 'time') return clockInWords(phrase.time);
  return phrase.kind === 'list' ? listNames[phrase.list] : repeat ? repeatInWords(repeat) : phrase.phrase;
}

/** Keeps the focus in the field, and a phone's keyboard open. */
const keepFocus = (event: PointerEvent) => event.preventDefault();

/**
 * The recognized phrases as buttons that turn them back into text, and a phrase that stays in the title but may be a
 * day or a time; less prominent, the values that the page adds.
 */
export function Chips({ reading: { understood, offered }, task, today, onChoice, onOffered }: Props) {
  const has = (kind: Understood['kind']) => understood.some(phrase => phrase.kind === kind);
  const rest = [
    ...(has('day') ? [] : [isolated(dayInWords(task.day, today))]),
    ...(has('list') ? [] : [listNames[task.list]]),
  ];
  return (
    <div className={styles.chips} aria-live="polite">
      {understood.map(phrase => {
        return (
          <button
            key={phrase.kind}
            type="button"
            className={styles.chip}
            title={`Keep “${phrase.phrase}” in the title`}
            onPointerDown={keepFocus}
            onClick={() => onChoice(phrase.phrase)}
          >
            <bdi>{wordsOf(phrase, task, today)}</bdi>
            <Icon of={X} size={14} />
          </button>
        );
      })}
      {offered && (
        <button
          type="button"
          className={styles.offered}
          title={
            offered.kind === 'day'
              ? `Set the day: ${dayInWords(offered.day, today)}`
              : `Set the time: ${clockInWords(offered.time)}`
          }
          onPointerDown={keepFocus}
          onClick={() => onOffered(offered.phrase)}
        >
          {`“${offered.phrase}” stays in the title`}
        </button>
      )}
      {rest.length > 0 && <span className={styles.rest}>{rest.join(' · ')}</span>}
    </div>
  );
}
