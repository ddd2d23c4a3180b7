import { memo } from 'react';
import {
  CircleCheckBig,
  Circle,
  CornerDownRight,
  StickyNote,
  Trash2,
  Zap,
  type LucideIcon,
} from 'lucide-react';
import { useAppStore } from '../hooks';
import { Keys } from '../keyboard/Keys';
import { withTagNames } from '../../shared/tags';
import { TaggedText } from '../components/TagChip';
import { Icon } from '../components/Icon';
import type { Found, Matched } from './index/entry';
import styles from './Palette.module.css';
import { targetOf, type Target } from './targets';
import { capsOf } from '../keyboard/keys';
import { isBlank, trimmed } from '../lib/text/visible';

const icons: Record<Target['kind'], LucideIcon> = {
  task: Circle,
  done: CircleCheckBig,
  note: StickyNote,
  trash: Trash2,
  command: Zap,
  view: CornerDownRight,
};

type Props = {
  id: string;
  found: Found;
  isChosen: boolean;
  onChoose: () => void;
  onOpen: () => void;
};

/** A result with its matches highlighted. It renders again only when the result changes. */
export const FoundRow = memo(
  function FoundRow({ id, found: { key, title, excerpt }, isChosen, onChoose, onOpen }: Props) {
    const target = targetOf(useAppStore().getState(), key);
    if (!target) return null;
    return (
      <li
        id={id}
        role="option"
        aria-selected={isChosen}
        // In the order of what is seen, so that it can be spoken to a voice control.
        aria-label={[
          trimmed(withTagNames(title.text)) || '(no name)',
          excerpt?.text,
          target.keys ? capsOf(target.keys).join('') : target.about,
        ]
          .filter(Boolean)
          .join(' ')}
        className={styles.row}
        data-kind={target.kind}
        onPointerMove={onChoose}
        onClick={onOpen}
      >
        <Icon of={icons[target.kind]} size={18} />
        <span className={styles.text}>
          <span className={styles.title} dir="auto">
            {!isBlank(title.text) ? <Title of={title} /> : <span>(no name)</span>}
          </span>
          {/* The spaces part the words of what axe takes for the row's visible text. */}
          <span> </span>
          {excerpt && (
            <span className={styles.excerpt} dir="auto">
              <Text of={excerpt} />
            </span>
          )}
        </span>
        <span> </span>
        <span className={styles.about}>
          {target.keys ? <Keys of={target.keys} /> : <bdi>{target.about}</bdi>}
        </span>
      </li>
    );
  },
  (before, after) =>
    before.found === after.found && before.isChosen === after.isChosen && before.id === after.id,
);

/** A title whose tags are chips. */
const Title = ({ of: { text, matches } }: { of: Matched }) => (
  <TaggedText line={text} place="result">
    {(piece, at) => (
      <Text
        of={{
          text: piece,
          matches: matches.flatMap(([from, to]) => {
            const [start, end] = [Math.max(0, from - at), Math.min(piece.length, to - at)];
            return start < end ? [[start, end] as const] : [];
          }),
        }}
      />
    )}
  </TaggedText>
);

const Text = ({ of: { text, matches } }: { of: Matched }) => (
  <>
    {matches.map(([from, to], at) => (
      <span key={from}>
        <span>{text.slice(matches[at - 1]?.[1] ?? 0, from)}</span>
        <mark>{text.slice(from, to)}</mark>
      </span>
    ))}
    <span>{text.slice(matches.at(-1)?.[1] ?? 0)}</span>
  </>
);
