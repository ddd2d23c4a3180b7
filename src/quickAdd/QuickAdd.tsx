import { useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useAppDispatch } from '../hooks';
import { CloseButton } from '../components/Button';
import { Notice } from '../components/Notice';
import { useAreDraftsRead } from '../drafts/useDraft';
import { useKeyboardInset } from '../components/hooks/useKeyboardInset';
import { Chips } from './Chips';
import { Preview } from './Preview';
import styles from './QuickAdd.module.css';
import { quickAddRequested } from './quickAddActions';
import { isBlank } from './reading/readTitle';
import { useLineDraft } from '../drafts/useLineDraft';
import { useTyped } from './useTyped';
import { useUnderstanding } from './useUnderstanding';

type Props = { field: RefObject<HTMLTextAreaElement | null>; page: string | null; onClose?: () => void };

/** The behaviour of the field of a new task: reads the text, shows what it understood, adds it, keeps it until then. */
export const QuickAdd = (props: Props) => useAreDraftsRead() && <Line {...props} />;

const NONE: readonly string[] = [];

/** From now on the words of the field are kept as a draft. */
function fill(field: HTMLTextAreaElement, words: string) {
  field.dataset.kept = '';
  field.value = words;
  field.setSelectionRange(words.length, words.length);
}

function Line({ field, page, onClose }: Props) {
  const { text, today, problem, readings, tasks, isList, isListShown, ...line } = useLine({
    field,
    page,
    onClose,
  });
  const refocus = () => field.current!.focus();
  return (
    <>
      {onClose && (
        <span className={styles.close}>
          <CloseButton onClick={onClose} />
        </span>
      )}
      {text !== '' && !isList && problem === null && tasks[0] && (
        <Chips
          understood={readings[0]?.understood ?? []}
          task={tasks[0]}
          today={today}
          onChoice={phrase => {
            line.toWords(phrase);
            refocus();
          }}
        />
      )}
      {problem !== null && <Failure>{problem}</Failure>}
      {line.draftFailure !== null && (
        <Failure>This device is full or can’t store drafts: what you type here is not kept.</Failure>
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

/** The text of the field, its meaning, and the effects of keys and buttons. */
function useLine({ field, page, onClose }: Props) {
  const dispatch = useAppDispatch();
  const [text, setText] = useState('');
  /** Phrases that the person made words again, while something is typed. */
  const [asWords, setAsWords] = useState(NONE);
  const [isListClosed, setIsListClosed] = useState(false);
  const { today, problem, readings, tasks, isList } = useUnderstanding(text, asWords, page);
  const draft = useLineDraft(onClose ? 'quick-add/sheet' : 'quick-add', text);
  useKeyboardInset(onClose !== undefined);

  const follow = () => {
    const typed = field.current!.value;
    setText(typed);
    if (isBlank(typed)) setAsWords(NONE);
    if (!typed.includes('\n')) setIsListClosed(false);
  };
  const write = (words: string) => {
    fill(field.current!, words);
    follow();
  };
  const add = (isOpened: boolean) => {
    if (problem !== null || tasks.length === 0) return;
    if (isList && isListClosed) return setIsListClosed(false);
    const { payload } = dispatch(quickAddRequested({ tasks, page, isOpened: isOpened && !isList }));
    draft.submit(payload.operationIds.at(-1)!);
    write('');
  };
  const toWords = (phrase: string) => setAsWords(before => [...before, phrase]);

  useTyped(field, {
    onInput: follow,
    onEnter: add,
    onEscape() {
      if (isList && !isListClosed && problem === null) setIsListClosed(true);
      else if (onClose) onClose();
      else field.current!.blur();
      return true;
    },
    onBackspace() {
      const { selectionStart, selectionEnd } = field.current!;
      const behind = readings[0]?.understood.find(({ to }) => to === selectionStart);
      if (isList || !behind || selectionStart !== selectionEnd) return false;
      toWords(behind.phrase);
      return true;
    },
  });

  useTypedBefore(field, draft.restored, write, rest => {
    // Adds the lines that Enter ended; the rest stays in the field, and all of it where they cannot be added.
    if (problem !== null) return write(text + rest);
    add(false);
    write(rest);
  });
  return {
    ...{ text, today, problem, readings, tasks, isList, add, toWords },
    isListShown: isList && !isListClosed && problem === null,
    closeList: () => setIsListClosed(true),
    draftFailure: draft.failure,
  };
}

const Failure = ({ children }: { children: ReactNode }) => (
  <div className={styles.below}>
    <Notice kind="failure">{children}</Notice>
  </div>
);

/**
 * Once, fills the field with what was left in the line, and behind it what was typed before this code was here. Of that,
 * `onEntered` adds the lines that Enter ended, and is told the rest.
 */
function useTypedBefore(
  field: Props['field'],
  restored: string | null,
  write: (words: string) => void,
  onEntered: (rest: string) => void,
) {
  const addEntered = useEffectEvent(onEntered);
  const isBegun = useRef(false);
  useLayoutEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    const { value: typed, dataset } = field.current!;
    const isShownFirst = Boolean(restored) || 'pasted' in dataset;
    const end = isShownFirst ? 0 : typed.lastIndexOf('\n') + 1;
    write(end > 0 ? typed.slice(0, end) : [restored, typed].filter(Boolean).join('\n'));
    if (end > 0) queueMicrotask(() => addEntered(typed.slice(end)));
  });
}
