import {
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type RefObject,
} from 'react';
import { Plus } from 'lucide-react';
import { selectUser } from '../auth/authSlice';
import { Icon } from '../components/Icon';
import { onSpareTime } from '../components/hooks/onIdle';
import { DraftsContext } from '../drafts/draftsContext';
import { selectAreTasksKnown } from '../tasks/tasksSelectors';
import { useAppSelector } from '../hooks';
import { selectHasDraft } from '../ui/uiSlice';
import { fieldProps } from './quickAddField';
import styles from './QuickAddLine.module.css';

/** Once its code has been requested, later fields render it at once. */
let wasWanted = false;

type PartProps = {
  field: RefObject<HTMLTextAreaElement | null>;
  /** The element that had the focus before the field. */
  cameFrom: RefObject<Element | null>;
  page: string | null;
  /** Called when this component stores the text from now on. */
  onKept: () => void;
  onClose?: () => void;
};
/** The behaviour of the field, loaded lazily. */
export type QuickAddPart = ComponentType<PartProps>;

type Props = {
  Part: QuickAddPart;
  /** The title in the page's address: 'today', 'sticky-wall'. */
  page: string | null;
  /** Closes the container of the field. If given, the field takes the focus when mounted. */
  onClose?: () => void;
};

/**
 * The field to add a task in one line. Its behaviour is a separate chunk, loaded in spare time, or when the field is
 * focused or has a draft. Until then the field is uncontrolled, so that it keeps what is typed.
 */
export function QuickAddLine({ Part, page, onClose }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const cameFrom = useRef<Element>(null);
  const [isWanted, setIsWanted] = useState(wasWanted);
  useEffect(() => {
    if (isWanted) wasWanted = true;
  }, [isWanted]);
  const userIdNow = useAppSelector(selectUser)?.id ?? '';
  const [userId] = useState(userIdNow); // the user changes at sign-out before the field is removed
  const isKnown = useAppSelector(selectAreTasksKnown);
  const early = useContext(DraftsContext)?.early;
  // The text of a field that was removed before its code was loaded: the user's next field gets it, before its own code
  // reads it. Lines of several pages are shown as a list first, because they were not entered.
  const attach = useCallback(
    (element: HTMLTextAreaElement | null) => {
      field.current = element;
      const words = (element && early?.words({ userId })) ?? [];
      if (words.length > 0) element!.value = words.join('\n');
      if (words.length > 1) element!.dataset.pasted = '';
    },
    [early, userId],
  );
  useEffect(() => (isKnown ? onSpareTime(() => setIsWanted(true)) : undefined), [isKnown]);
  const hasDraft = useAppSelector(state => selectHasDraft(state, onClose ? 'quick-add/sheet' : 'quick-add'));
  if (hasDraft && !isWanted) setIsWanted(true);
  return (
    <div className={styles.line} data-typing>
      <Icon of={Plus} />
      <span className={styles.field}>
        <textarea
          {...fieldProps}
          ref={attach}
          className={styles.words}
          autoFocus={onClose !== undefined}
          onFocus={({ relatedTarget }) => {
            cameFrom.current = relatedTarget;
            setIsWanted(true);
          }}
          onInput={({ currentTarget: { dataset, value: words }, nativeEvent }) => {
            if (dataset.kept === undefined && early) {
              early.release({ userId }); // shown by the line itself
              early.hold({ userId, words });
            }
            const { inputType } = nativeEvent as InputEvent;
            if (/^insertFrom(Paste|Drop)/.test(inputType)) dataset.pasted = '';
          }}
          // Before the code is loaded, Esc closes the field, and Ctrl+Enter ends a line like Enter.
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
