import { dateWithYear, dayOf } from '../../lib/days/days';
import { pushKeyTime } from '../../lib/pushKeyTime';
import { countBoxes } from '../../lib/text/checklist';
import styles from './NoteOverlay.module.css';

type Props = { /** Null for a new note. */ fireId: string | null; description: string };

/** When the note was written, and how much of its list is done. */
export function NoteAbout({ fireId, description }: Props) {
  const time = fireId === null ? null : pushKeyTime(fireId);
  const { ticked, all } = countBoxes(description);
  const words = [
    time !== null && `Written ${dateWithYear(dayOf(time))}`,
    all > 0 && `${ticked} of ${all} done`,
  ];
  const about = words.filter(Boolean).join(' · ');
  return about && <p className={styles.about}>{about}</p>;
}
