import {
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type RefObject,
} from 'react';
import { Plus } from 'lucide-react';
import { selectUser } from '../auth/authSlice';
import { Icon } from '../components/Icon';
import { onIdle } from '../components/hooks/onIdle';
import { DraftsContext } from '../drafts/draftsContext';
import { selectAreTasksKnown } from '../tasks/tasksSelectors';
import { useAppSelector } from '../hooks';
import { fieldProps } from './quickAddField';
import styles from './QuickAddLine.module.css';

/** Once its code has been asked for, the next field has it at once. */
let wasWanted = false;

type PartProps = {
  field: RefObject<HTMLTextAreaElement | null>;
  /** The element that had the focus before the field. */
  cameFrom: RefObject<Element | null>;
  page: string | null;
  /** From now on this part keeps the words. */
  onKept: () => void;
  onClose?: () => void;
};
/** The behaviour of the field, as a lazy component. */
export type QuickAddPart = ComponentType<PartProps>;

type Props = {
  Part: QuickAddPart;
  /** The title of its page, as in its address: 'today', 'sticky-wall'. */
  page: string | null;
  /** Closes what it stands in. It then takes the focus when it is shown. */
  onClose?: () => void;
};

/**
 * The field for a task in one line. What it does comes in a chunk of its own, when the page is idle or the field is
 * focused; the field belongs to nobody but the browser until then, so that it keeps what is typed.
 */
export function QuickAddLine({ Part, page, onClose }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const cameFrom = useRef<Element>(null);
  const [isWanted, setIsWanted] = useState(wasWanted);
  useEffect(() => {
    if (isWanted) wasWanted = true;
  }, [isWanted]);
  const userIdNow = useAppSelector(selectUser)?.id ?? '';
  const [userId] = useState(userIdNow); // it is another one before the field goes at sign-out
  const isKnown = useAppSelector(selectAreTasksKnown);
  const early = useContext(DraftsContext)?.early;
  // Words of a field that went before its code was there to keep them: the next field of that user has them.
  useLayoutEffect(() => {
    field.current!.value ||= early?.words({ userId }).join('\n') ?? '';
  }, [early, userId]);
  useEffect(() => (isKnown ? onIdle(() => setIsWanted(true)) : undefined), [isKnown]);
  return (
    <div className={styles.line} data-typing>
      <Icon of={Plus} />
      <span className={styles.field}>
        <textarea
          {...fieldProps}
          ref={field}
          className={styles.words}
          autoFocus={onClose !== undefined}
          onFocus={({ relatedTarget }) => {
            cameFrom.current = relatedTarget;
            setIsWanted(true);
          }}
          onInput={({ currentTarget: { dataset, value: words }, nativeEvent }) => {
            if (dataset.kept === undefined && early) {
              early.release({ userId }); // the line shows them all
              early.hold({ userId, words });
            }
            const { inputType } = nativeEvent as InputEvent;
            if (/^insertFrom(Paste|Drop)/.test(inputType)) dataset.pasted = '';
          }}
          // Before its code is here: Esc closes it, and Ctrl+Enter ends a line as Enter does.
          onKeyDown={({ key, ctrlKey, metaKey, currentTarget: line }) => {
            const { dataset } = line;
            if (dataset.kept !== undefined) return;
            if (key === 'Escape') onClose?.();
            if (key === 'Enter' && (ctrlKey || metaKey)) line.value += dataset.opened = '\n';
          }}
        />
      </span>
      {isWanted && <Part {...{ field, cameFrom, page, onClose }} onKept={() => early?.release({ userId })} />}
    </div>
  );
}
