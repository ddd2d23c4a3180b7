import { X } from 'lucide-react';
import { Icon } from '../components/Icon';
import { dayInWords, type Day } from '../lib/days';
import styles from './QuickAdd.module.css';
import type { NewTask } from './quickAddActions';
import type { Understood } from './readTitle';

export const listNames = { personal: 'Personal', work: 'Work' };

type Props = {
  understood: readonly Understood[];
  defaults: Omit<NewTask, 'title'>;
  today: Day;
  /** The person wants the phrase as words. */
  onChoice: (phrase: string) => void;
};

/** What was understood, each a button that makes it words again; quietly what the page adds to it. */
export function Chips({ understood, defaults, today, onChoice }: Props) {
  const has = (kind: Understood['kind']) => understood.some(one => one.kind === kind);
  const rest = [
    ...(has('day') ? [] : [dayInWords(defaults.day, today)]),
    ...(has('list') ? [] : [listNames[defaults.list]]),
  ];
  return (
    <div className={styles.chips} aria-live="polite">
      {understood.map(one => {
        const words = one.kind === 'day' ? dayInWords(one.day, today) : listNames[one.list];
        return (
          <button
            key={one.kind}
            type="button"
            className={styles.chip}
            title={`Make “${one.phrase}” words again`}
            // The field keeps the focus, and a phone its keyboard.
            onPointerDown={event => event.preventDefault()}
            onClick={() => onChoice(one.phrase)}
          >
            {words}
            <Icon of={X} size={14} />
          </button>
        );
      })}
      {rest.length > 0 && <span className={styles.rest}>{rest.join(' · ')}</span>}
    </div>
  );
}
