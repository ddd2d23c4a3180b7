import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { useAppDispatch } from '../hooks';
import { CloseButton } from '../components/Button';
import { Notice } from '../components/messages/Notice';
import { useKeyboardInset } from '../components/hooks/useKeyboardInset';
import { Chips } from './Chips';
import { Highlights } from './Highlights';
import { Preview } from './Preview';
import styles from './QuickAdd.module.css';
import { quickAddRequested } from './quickAddActions';
import type { Decided } from './reading/readTitle';
import type { Day } from '../lib/days/days';
import { clockAt } from '../lib/days/times';
import { isBlank } from '../lib/text/visible';
import { useAreDraftsRead, useLineDraft } from '../drafts/useDraft';
import { useTyped } from './useTyped';
import { useUnderstanding } from './useUnderstanding';

type Props = {
  field: RefObject<HTMLTextAreaElement | null>;
  cameFrom: RefObject<Element | null>;
  page: string | null;
  day: Day | null;
  onClose?: () => void;
};

/**
 * The behaviour of the field for a new task: parses the text, shows the result, adds the task, and stores the text
 * until then.
 */
export const QuickAdd = (props: Props) => useAreDraftsRead() && <Line {...props} />;

const NONE: Decided = {};

function fill(field: HTMLTextAreaElement, words: string) {
  field.value = words;
  field.setSelectionRange(words.length, words.length);
}

/** Returns the focus to the previous element, else to the heading. */
function leave({ field, cameFrom, onClose }: Props) {
  const back = cameFrom.current?.isConnected ? cameFrom.current : document.querySelector('main h1');
  (back as HTMLElement | null)?.focus();
  if (document.activeElement === field.current) field.current!.blur();
  onClose?.();
}

function Line(props: Props) {
  const { field, onClose } = props;
  const { text, today, problem, readings, tasks, offset, isList, isListShown, ...line } = useLine(props);
  const refocus = () => field.current!.focus();
  const isRead = text !== '' && !isList && problem === null && tasks[0] !== undefined;
  const toWords = (phrase: string) => {
    line.toWords(phrase);
    refocus();
  };
  return (
    <>
      {onClose && (
        <span className={styles.close}>
          <CloseButton onClick={() => leave(props)} />
        </span>
      )}
      {isRead && readings[0] && (
        <>
          {offset >= 0 && (
            <Highlights {...{ field, text, offset }} understood={readings[0].understood} onChoice={toWords} />
          )}
          <Chips
            {...{ today, task: tasks[0]!, reading: readings[0] }}
            onChoice={toWords}
            onOffered={phrase => {
              line.toRead(phrase);
              refocus();
            }}
          />
        </>
      )}
      {problem !== null && <Failure>{problem}</Failure>}
      {line.draftFailure !== null && (
        <Failure>This device is full or can’t store drafts: what you type here won’t be kept.</Failure>
      )}
      {isListShown && (
        <Preview
          tasks={tasks}
          today={today}
          onAdd={() => {
            line.add(false);
            refocus();
          }}
          onClose={() => {
            line.closeList();
            refocus();
          }}
        />
      )}
    </>
  );
}

/** The text of the field, its meaning, and the handlers of keys and buttons. */
function useLine(props: Props) {
  const { field, page, day, onClose } = props;
  const dispatch = useAppDispatch();
  const [text, setText] = useState('');
  /** When it was typed, `HH:MM`: a time that is past by then is meant for tomorrow. */
  const [now, setNow] = useState('00:00');
  /** Kept until the field is empty. */
  const [decided, setDecided] = useState(NONE);
  const [isListClosed, setIsListClosed] = useState(false);
  const { today, problem, readings, tasks, offset, isList } = useUnderstanding(text, decided, page, day, now);
  const draft = useLineDraft(onClose ? 'quick-add/sheet' : 'quick-add', text);
  const isListShown = isList && !isListClosed && problem === null;
  useKeyboardInset(onClose !== undefined);
  useFirstSeen(field, isListShown);

  const follow = () => {
    const typed = field.current!.value;
    setText(typed);
    setNow(clockAt(Date.now()));
    if (isBlank(typed)) setDecided(NONE);
    if (!typed.includes('\n')) setIsListClosed(false);
  };
  const write = (words: string) => {
    fill(field.current!, words);
    follow();
  };
  const add = (isOpened: boolean) => {
    if (problem !== null || tasks.length === 0) return;
    if (isList && isListClosed) return setIsListClosed(false);
    dispatch(quickAddRequested({ tasks, page, isOpened: isOpened && !isList }));
    draft.submit();
    write('');
  };
  const toWords = (phrase: string) =>
    setDecided(({ asWords = [], asRead = [] }) => ({
      asWords: [...asWords, phrase],
      asRead: asRead.filter(other => other !== phrase),
    }));
  const toRead = (phrase: string) =>
    setDecided(({ asRead = [], ...before }) => ({ ...before, asRead: [...asRead, phrase] }));

  useTyped(field, {
    onInput: follow,
    onEnter: add,
    onEscape() {
      if (isListShown) setIsListClosed(true);
      else leave(props);
      return true;
    },
    onBackspace() {
      const { selectionStart, selectionEnd } = field.current!;
      const behind = readings[0]?.understood.find(({ to }) => offset + to === selectionStart);
      if (isList || !behind || selectionStart !== selectionEnd) return false;
      toWords(behind.phrase);
      return true;
    },
  });

  const begin = useEffectEvent(() =>
    write([draft.restored, field.current!.value].filter(Boolean).join('\n')),
  );
  const isBegun = useRef(false);
  useLayoutEffect(() => {
    if (!isBegun.current) begin();
    isBegun.current = true;
  }, []);
  return {
    isListShown,
    ...{ text, today, problem, readings, tasks, offset, isList, add, toWords, toRead },
    closeList: () => setIsListClosed(true),
    draftFailure: draft.failure,
  };
}

/** Shows the first of several pasted lines; the browser scrolls to the caret behind the last one. */
const useFirstSeen = (field: Props['field'], isListShown: boolean) =>
  useEffect(() => {
    if (!isListShown) return;
    const frame = requestAnimationFrame(() => {
      const { dataset } = field.current!;
      if ('pasted' in dataset) field.current!.scrollTop = 0;
      delete dataset.pasted;
    });
    return () => cancelAnimationFrame(frame);
  }, [field, isListShown]);

const Failure = ({ children }: { children: ReactNode }) => (
  <div className={styles.below}>
    <Notice kind="failure">{children}</Notice>
  </div>
);
