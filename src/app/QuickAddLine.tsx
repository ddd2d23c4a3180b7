import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Plus } from 'lucide-react';
import { Icon } from '../components/Icon';
import { onIdle } from '../components/onIdle';
import { selectAreTasksKnown } from '../tasks/tasksSelectors';
import { QuickAdd } from './chunks';
import { useAppSelector } from './hooks';
import styles from './QuickAdd.module.css';

/** Words of a field that went before its code was there to keep them: the next field has them. */
let left = '';
/** Once its code has been asked for, the next field has it at once. */
let wasWanted = false;

type Props = {
  /** The title of its page, as in its address: 'today', 'sticky-wall'. */
  page: string | null;
  /** Closes what it stands in. It then takes the focus when it is shown. */
  onClose?: () => void;
};

/**
 * The field for a task in one line. What it does comes in a chunk of its own, when the page is idle or the field is
 * focused; the field belongs to nobody but the browser until then, so that it keeps what is typed.
 */
export function QuickAddLine({ page, onClose }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [isWanted, setIsWanted] = useState(wasWanted);
  useEffect(() => {
    if (isWanted) wasWanted = true;
  }, [isWanted]);
  const isKnown = useAppSelector(selectAreTasksKnown);
  useLayoutEffect(() => {
    const line = field.current!;
    if (left !== '') line.value = left;
    left = '';
    return () => {
      if (line.dataset.kept === undefined) left = line.value;
    };
  }, []);
  useEffect(() => (isKnown ? onIdle(() => setIsWanted(true)) : undefined), [isKnown]);
  return (
    <div className={styles.line} data-typing>
      <Icon of={Plus} />
      <textarea
        ref={field}
        rows={1}
        dir="auto"
        autoComplete="off"
        enterKeyHint="done"
        aria-label="Quick add"
        placeholder="Add a task…"
        autoFocus={onClose !== undefined}
        onFocus={() => setIsWanted(true)}
        onInput={({ currentTarget: { dataset }, nativeEvent }) => {
          const { inputType } = nativeEvent as InputEvent;
          if (/^insertFrom(Paste|Drop)/.test(inputType)) dataset.pasted = '';
        }}
        data-quick-add
      />
      {isWanted && <QuickAdd field={field} page={page} onClose={onClose} />}
    </div>
  );
}
