import { useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useAppDispatch } from '../app/hooks';
import { CloseButton } from '../components/Button';
import { Notice } from '../components/Notice';
import { useAreDraftsRead } from '../components/useDraft';
import { Chips } from './Chips';
import { Preview } from './Preview';
import styles from './QuickAdd.module.css';
import { quickAddRequested } from './quickAddActions';
import { isBlank } from './readTitle';
import { useKeyboardInset } from './useKeyboardInset';
import { useLineDraft } from './useLineDraft';
import { useTyped } from './useTyped';
import { useUnderstanding } from './useUnderstanding';

type Props = { field: RefObject<HTMLTextAreaElement | null>; page: string | null; onClose?: () => void };

/** What the field of a new task does: reads what is typed, shows what it understood, adds it, keeps it until then. */
export const QuickAdd = (props: Props) => useAreDraftsRead() && <Line {...props} />;

const NONE: readonly string[] = [];

/** From now on the words of the field are kept as a draft. */
function fill(field: HTMLTextAreaElement, words: string) {
  field.dataset.kept = '';
  field.value = words;
  field.setSelectionRange(words.length, words.length);
}

function Line({ field, page, onClose }: Props) {
  const dispatch = useAppDispatch();
  const [text, setText] = useState('');
  /** Phrases that the person made words again, while something is typed. */
  const [asWords, setAsWords] = useState(NONE);
  const [isListClosed, setIsListClosed] = useState(false);
  const { today, defaults, problem, readings, tasks, isList } = useUnderstanding(text, asWords, page);
  const draft = useLineDraft(onClose ? 'quick-add/sheet' : 'quick-add', text);
  useKeyboardInset(field, onClose !== undefined);

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

  /** Adds the lines that Enter ended; the rest stays in the field, and all of it where they cannot be added. */
  const addEntered = useEffectEvent((rest: string) => {
    if (problem !== null) return write(text + rest);
    add(false);
    write(rest);
  });
  const isBegun = useRef(false);
  useLayoutEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    // What was typed before this code was here stands behind what was left in the line.
    const { value: typed, dataset } = field.current!;
    const isShownFirst = Boolean(draft.restored) || 'pasted' in dataset;
    const end = isShownFirst ? 0 : typed.lastIndexOf('\n') + 1;
    write(end > 0 ? typed.slice(0, end) : [draft.restored, typed].filter(Boolean).join('\n'));
    if (end > 0) queueMicrotask(() => addEntered(typed.slice(end)));
  });
  return (
    <>
      {onClose && (
        <span className={styles.close}>
          <CloseButton onClick={onClose} />
        </span>
      )}
      {text !== '' && !isList && problem === null && (
        <Chips
          understood={readings[0]?.understood ?? []}
          defaults={defaults}
          today={today}
          onChoice={phrase => {
            toWords(phrase);
            field.current!.focus();
          }}
        />
      )}
      {problem !== null && (
        <div className={styles.below}>
          <Notice kind="failure">{problem}</Notice>
        </div>
      )}
      {draft.failure !== null && (
        <div className={styles.below}>
          <Notice kind="failure">
            This device is full or can’t store drafts: what you type here is not kept.
          </Notice>
        </div>
      )}
      {isList && !isListClosed && problem === null && (
        <Preview
          tasks={tasks}
          today={today}
          onAdd={() => {
            add(false);
            field.current!.focus();
          }}
          onClose={() => {
            setIsListClosed(true);
            field.current!.focus();
          }}
        />
      )}
    </>
  );
}
