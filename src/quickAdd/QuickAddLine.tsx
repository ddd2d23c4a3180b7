import { useRef } from 'react';
import { Plus } from 'lucide-react';
import { Icon } from '../components/Icon';
import { useAppSelector } from '../hooks';
import type { Day } from '../lib/days/days';
import { selectToday } from '../ui/uiSlice';
import { exampleOf } from './quickAddField';
import { QuickAdd } from './QuickAdd';
import styles from './QuickAddLine.module.css';

type Props = {
  /** The title in the page's address: 'today', 'sticky-wall'. */
  page: string | null;
  /** The day of a task that names none; by default that of the page. */
  day?: Day | null;
  /** Closes the container of the field. If given, the field takes the focus when mounted. */
  onClose?: () => void;
};

/** The field to add a task in one line. It is uncontrolled, so that submitted text disappears from it at once. */
export function QuickAddLine({ page, day = null, onClose }: Props) {
  const today = useAppSelector(selectToday);
  const field = useRef<HTMLTextAreaElement>(null);
  /** The element that had the focus before the field. */
  const cameFrom = useRef<Element>(null);
  return (
    <div className={styles.line} data-typing>
      <Icon of={Plus} />
      <span className={styles.field}>
        <textarea
          ref={field}
          className={styles.words}
          rows={1}
          dir="auto"
          autoComplete="off"
          enterKeyHint="done"
          aria-label="Quick add"
          placeholder={exampleOf(page, today)}
          data-quick-add
          autoFocus={onClose !== undefined}
          onFocus={({ relatedTarget }) => {
            cameFrom.current = relatedTarget;
          }}
          onInput={({ currentTarget: { dataset }, nativeEvent }) => {
            const { inputType } = nativeEvent as InputEvent;
            if (/^insertFrom(Paste|Drop)/.test(inputType)) dataset.pasted = '';
          }}
        />
      </span>
      <QuickAdd {...{ field, cameFrom, page, day, onClose }} />
    </div>
  );
}
