import { use, type ReactNode } from 'react';
import { shallowEqual } from 'react-redux';
import { Plus } from 'lucide-react';
import { Icon } from '../../components/Icon';
import { useAppSelector } from '../../hooks';
import { dayInFull, type Day } from '../../lib/days/days';
import { Filter } from '../filter';
import { useQuickAddFor } from '../../ui/useQuickAddFor';
import { selectNamesOfRounds } from '../laterRounds';
import { dayOfSection, EARLIER, sectionInWords } from '../taskSections';
import styles from './SectionHeading.module.css';

type Props = {
  /** The key of a section: a day, a month, `earlier` or `undated`. */
  section: string;
  today: Day;
  /** Whether the list is in descending order of days. */
  isPast?: boolean;
  /** `p` where the page's own heading has the same name. */
  as?: 'h2' | 'p';
  /** Shown after the name in its line. */
  children?: ReactNode;
};

/** The heading of a section of tasks. A single day's line has `data-day`, so that rows can be dropped there. */
export const SectionHeading = ({ section, today, isPast = false, as: Name = 'h2', children }: Props) => (
  <div className={styles.line} data-day={dayOfSection(section) ?? undefined}>
    <Name
      className={styles.heading}
      data-late={section < today || undefined}
      data-overdue={section === EARLIER || undefined}
    >
      <bdi>{sectionInWords(section, today, isPast)}</bdi>
    </Name>
    {children}
  </div>
);

/** Beside the name of a day: in grey what repeats on it later, and a button to add a task for it. */
export function DayTools({ day }: { day: Day }) {
  const { tag } = use(Filter);
  const later = useAppSelector(state => selectNamesOfRounds(state, day, tag), shallowEqual);
  return (
    <>
      {later.length > 0 && (
        <span className={styles.later}>
          <bdi>{later.join(' · ')}</bdi>
        </span>
      )}
      <AddOn day={day} />
    </>
  );
}

/** Opens the quick-add line for a day. */
export function AddOn({ day }: { day: Day }) {
  const open = useQuickAddFor();
  return (
    <button
      type="button"
      className={styles.add}
      aria-label={`Add a task for ${dayInFull(day)}`}
      onClick={() => open(day)}
    >
      <Icon of={Plus} size={18} />
    </button>
  );
}
