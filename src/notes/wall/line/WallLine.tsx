import { useEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react';
import { Plus } from 'lucide-react';
import { CloseButton, TextButton } from '../../../components/Button';
import { Icon } from '../../../components/Icon';
import { Notice } from '../../../components/messages/Notice';
import { continueListOnEnter } from '../../../components/input/listKeys';
import { isSaveKey } from '../../../components/input/saveKey';
import { useAreDraftsRead } from '../../../drafts/useDraft';
import { useWallLine, type WallLineProps } from './useWallLine';
import styles from './WallLine.module.css';

/** Lines that the field is high at most, where the browser does not make it as high as its text. */
const MOST_ROWS = 12;

/** The line that makes a note of words alone. Ctrl+Enter or leaving it keeps the note, Esc empties it. */
export const WallLine = (props: WallLineProps) => (
  <div className={styles.line}>{useAreDraftsRead() && <Line {...props} />}</div>
);

function Line(props: WallLineProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  /** The element that had the focus before the line. */
  const cameFrom = useRef<EventTarget>(null);
  const { text, follow, write, keep, failure } = useWallLine(props, field);
  const isPressed = useIsPressed();

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isSaveKey(event)) keep();
    else if (event.key !== 'Escape' || event.nativeEvent.isComposing) continueListOnEnter(event);
    else {
      event.preventDefault();
      if (text === '') return giveFocusBack(cameFrom.current);
      // By the browser, so that its own undo brings the words back.
      field.current!.select();
      if (!document.execCommand?.('delete')) write('');
    }
  };
  /** The line is left; a window that loses the focus leaves it where it is. */
  const onBlur = ({ target, relatedTarget, currentTarget }: FocusEvent) => {
    if (document.activeElement === target || currentTarget.contains(relatedTarget)) return;
    // The new card moves others: after the click that left the line, which would miss what it was meant for.
    const keepLater = () => setTimeout(keep);
    if (isPressed()) addEventListener('pointerup', keepLater, { once: true });
    else keepLater();
  };
  return (
    <div className={styles.box} data-typing onBlur={onBlur}>
      <Icon of={Plus} />
      <textarea
        ref={field}
        className={styles.field}
        rows={Math.min(MOST_ROWS, text.split('\n').length)}
        onInput={follow}
        onKeyDown={onKeyDown}
        onFocus={({ relatedTarget }) => (cameFrom.current = relatedTarget)}
        aria-label="Write a note…"
        placeholder="Write a note…"
        autoComplete="off"
        dir="auto"
        data-note-line
      />
      {text.trim() !== '' && (
        // For pointers: Tab leaves the line, and a press leaves the focus in it.
        <span className={styles.buttons} onMouseDown={event => event.preventDefault()}>
          <TextButton tabIndex={-1} onClick={keep}>
            Keep
          </TextButton>
          <CloseButton tabIndex={-1} aria-label="Discard" title="Discard" onClick={() => write('')} />
        </span>
      )}
      {failure && (
        <div className={styles.below}>
          <Notice kind="failure">{failure}</Notice>
        </div>
      )}
    </div>
  );
}

function giveFocusBack(to: EventTarget | null) {
  const back =
    to instanceof HTMLElement && to.isConnected ? to : document.querySelector<HTMLElement>('main h1');
  back?.focus();
}

/** Answers whether a pointer is pressed. */
function useIsPressed() {
  const pressed = useRef(false);
  useEffect(() => {
    const end = new AbortController();
    for (const type of ['pointerdown', 'pointerup', 'pointercancel'])
      addEventListener(type, () => (pressed.current = type === 'pointerdown'), {
        capture: true,
        signal: end.signal,
      });
    return () => end.abort();
  }, []);
  return () => pressed.current;
}
