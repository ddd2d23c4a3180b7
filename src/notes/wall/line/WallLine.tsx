import { useRef, type FocusEvent, type KeyboardEvent } from 'react';
import { Plus } from 'lucide-react';
import { CloseButton, TextButton } from '../../../components/Button';
import { Icon } from '../../../components/Icon';
import { Notice } from '../../../components/messages/Notice';
import { isComposing } from '../../../components/input/composing';
import { continueListOnEnter } from '../../../components/input/listKeys';
import { afterPress } from '../../../components/input/pressing';
import { isSaveKey } from '../../../components/input/saveKey';
import { useAreDraftsRead } from '../../../drafts/useDraft';
import { useWallLine, type WallLineProps } from './useWallLine';
import styles from './WallLine.module.css';
import { isBlank } from '../../../lib/text/visible';

/** The maximum number of the field's lines where the browser does not fit its height to the text. */
const MOST_ROWS = 12;

/** A line that adds a note. Ctrl+Enter, or leaving it, saves the note; Esc empties it. */
export const WallLine = (props: WallLineProps) => (
  <div className={styles.line}>{useAreDraftsRead() && <Line {...props} />}</div>
);

function Line(props: WallLineProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  /** The element that had the focus before. */
  const cameFrom = useRef<EventTarget>(null);
  const { text, follow, write, keep, failure } = useWallLine(props, field);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event.nativeEvent)) return;
    if (isSaveKey(event)) keep();
    else if (event.key !== 'Escape') continueListOnEnter(event);
    else {
      event.preventDefault();
      if (text === '') return giveFocusBack(cameFrom.current);
      // By the browser's own editing, so that its undo restores the text.
      field.current!.select();
      if (!document.execCommand?.('delete')) write('');
    }
  };
  /** Called when the focus leaves the line, but not when the window loses it. */
  const onBlur = ({ target, relatedTarget, currentTarget }: FocusEvent) => {
    if (document.activeElement === target || currentTarget.contains(relatedTarget)) return;
    afterPress(() => setTimeout(keep)); // the new card moves others
  };
  return (
    <div className={styles.box} data-typing onBlur={onBlur}>
      <Icon of={Plus} />
      <textarea
        ref={field}
        className={styles.field}
        aria-label="Write a note…"
        placeholder="Write a note…"
        autoComplete="off"
        dir="auto"
        data-note-line
        rows={Math.min(MOST_ROWS, text.split('\n').length)}
        onInput={follow}
        onKeyDown={onKeyDown}
        onFocus={({ relatedTarget }) => (cameFrom.current = relatedTarget)}
      />
      {!isBlank(text) && (
        // For pointers only: Tab leaves the line, while a press keeps the focus in it.
        <span className={styles.buttons} onMouseDown={event => event.preventDefault()}>
          <TextButton tabIndex={-1} onClick={keep}>
            Save
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
