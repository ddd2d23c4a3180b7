import type { Day } from '../../lib/days/days';
import styles from './SectionHeading.module.css';
import { dayOfSection, EARLIER, sectionInWords } from '../taskSections';

type Props = {
  /** The key of a section: a day, a month, `earlier` or `undated`. */
  section: string;
  today: Day;
  /** Whether the list is in descending order of days. */
  isPast?: boolean;
};

/** The heading of a section of tasks. A single day's heading has `data-day`, so that rows can be dropped there. */
export const SectionHeading = ({ section, today, isPast = false }: Props) => (
  <h2
    className={styles.heading}
    data-day={dayOfSection(section) ?? undefined}
    data-late={section < today || section === EARLIER || undefined}
  >
    <bdi>{sectionInWords(section, today, isPast)}</bdi>
  </h2>
);
