import { TaggedText } from '../../../components/TagChip';
import { linesOf } from '../../../lib/text/subtasks';
import { linksIn, type TextPart } from '../../links';
import styles from './NoteWords.module.css';
import { trimmed } from '../../../lib/text/visible';

const CAN_BE_PRESSED = /^\s*- \[[ xX]\]|(?:https?:\/\/|mailto:|tel:)/im;

/** Whether a text may contain boxes or links. */
export const canBePressed = (text: string) => CAN_BE_PRESSED.test(text);

type Props = {
  /** The visible part of a description, and its index in the whole. */
  text: string;
  from: number;
  /** True when the description continues after this part. */
  isCut: boolean;
  /** Whether tags of the first line are chips. */
  isTagged: boolean;
  /** Called with the index, in the description, of the mark of a pressed box. */
  onTick: (at: number, isTicked: boolean) => void;
};

/** The text of a note, with boxes that can be ticked and addresses as links. */
export function NoteWords({ text, from, isCut, isTagged, onTick }: Props) {
  const lines = linesOf(text, from);
  return lines.map(({ text: words, box }, at) => {
    const parts = linksIn(words, isCut && at === lines.length - 1);
    const hasTags = isTagged && at === 0;
    if (!box)
      return (
        <div key={at} className={styles.line} data-line>
          {words === '' ? <br /> : <Parts parts={parts} hasTags={hasTags} />}
        </div>
      );
    return (
      <div key={at} className={styles.boxed} data-line data-ticked={box.isTicked || undefined}>
        <input
          type="checkbox"
          className={styles.box}
          value={box.at}
          checked={box.isTicked}
          aria-label={trimmed(words) || '(empty)'}
          onChange={({ target }) => onTick(box.at, target.checked)}
        />
        <span>
          <Parts parts={parts} hasTags={hasTags} />
        </span>
      </div>
    );
  });
}

const Parts = ({ parts, hasTags }: { parts: TextPart[]; hasTags: boolean }) =>
  parts.map(({ text, href }, at) =>
    href === undefined ? (
      <span key={at}>{hasTags ? <TaggedText line={text}>{words => words}</TaggedText> : text}</span>
    ) : (
      <a key={at} href={href} title={href} target="_blank" rel="noopener noreferrer" className={styles.link}>
        {text}
      </a>
    ),
  );
