import type { Day } from '../../lib/days/days';
import styles from './SectionHeading.module.css';
import { dayOfSection, EARLIER, sectionInWords } from '../taskSections';

type Props = {
  /** The key of a section: a day, a month, `earlier` or `undated`. */
  section: string;
  today: Day;
  /** Whether the list goes back from today. */
  isPast?: boolean;
};

/** The heading of a section of tasks. One that stands for a day carries it (`data-day`), so that a row can be dropped there. */
export const SectionHeading = ({ section, today, isPast = false }: Props) => (
  <h2
    className={styles.heading}
    data-day={dayOfSection(section) ?? undefined}
    data-late={section < today || section === EARLIER || undefined}
  >
    {sectionInWords(section, today, isPast)}
  </h2>
);
