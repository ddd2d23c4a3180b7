import { useId, useState, type FormEvent } from 'react';
import { isTag, tagKey, tagName, tagsIn, tagWord } from '../../shared/tags';
import { Button } from '../components/Button';
import { SmallDialog } from '../components/SmallDialog';
import { useHue } from '../components/TagChip';
import { useAppSelector } from '../hooks';
import { selectTags } from './tagSelectors';
import type { TagChange } from './tagged';
import styles from './TagsDialog.module.css';
import { tagsFor } from './typedTag';

/** The maximum number of tags listed while nothing is typed. */
const MOST_LISTED = 50;

type Props = {
  /** The name of the items, shown at the top. */
  about: string;
  /** The lines in which the tags are: a title each. */
  lines: readonly string[];
  onSet: (change: TagChange) => void;
  onClose: () => void;
};

/** How many lines have each tag. */
function countsIn(lines: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const tag of lines.flatMap(tagsIn)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return counts;
}

/** The user's choices, by tag: its word where it is added, null where it is taken out. */
type Chosen = Readonly<Record<string, string | null>>;

const changeOf = (chosen: Chosen): TagChange => ({
  add: Object.values(chosen).flatMap(word => word ?? []),
  remove: Object.keys(chosen).filter(tag => chosen[tag] === null),
});

/** The choices of the dialog, and the tags that it lists. */
function useChoices({ lines, onSet }: Props) {
  const tags = useAppSelector(selectTags);
  const [counts] = useState(() => countsIn(lines));
  const [chosen, setChosen] = useState<Chosen>({});
  const [typed, setTyped] = useState('');
  const word = tagWord(typed);
  const isFine = word === '' || isTag(word);
  const known = tags.find(({ tag }) => tag === tagKey(word));
  const added = Object.entries(chosen).flatMap(([tag, of]) =>
    of !== null && !tags.some(use => use.tag === tag) ? [{ tag, word: of }] : [],
  );
  const own = tags.filter(({ tag }) => counts.has(tag));
  const others = tags.filter(({ tag }) => !counts.has(tag));
  const listed = word === '' ? [...added, ...own, ...others].slice(0, MOST_LISTED) : tagsFor(word, tags);
  return {
    ...{ typed, setTyped, isFine },
    boxes: listed.map(({ tag, word: spelled }) => {
      const count = counts.get(tag) ?? 0;
      const isOn = tag in chosen ? chosen[tag] !== null : count === lines.length;
      const isMixed = !(tag in chosen) && count > 0 && count < lines.length;
      const onToggle = () => setChosen({ ...chosen, [tag]: isOn ? null : spelled });
      return { tag, word: spelled, isOn, isMixed, onToggle };
    }),
    submit(event: FormEvent) {
      event.preventDefault();
      if (!isFine) return;
      if (word === '') return onSet(changeOf(chosen));
      setChosen({ ...chosen, [tagKey(word)]: known?.word ?? word });
      setTyped('');
    },
    done: () => onSet(changeOf(chosen)),
  };
}

/** The tags of tasks or of a note as boxes, and a field for others. All is one step, made when it closes by Done. */
export function TagsDialog(props: Props) {
  const { about, onClose } = props;
  const id = useId();
  const { typed, setTyped, isFine, boxes, submit, done } = useChoices(props);
  return (
    <SmallDialog label="Tags" about={about} onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        <div className={styles.field}>
          <input
            data-first
            data-line
            aria-label="Find or add a tag"
            placeholder="Find or add a tag"
            aria-describedby={`${id}-says`}
            autoComplete="off"
            autoCapitalize="off"
            enterKeyHint="done"
            dir="auto"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit" disabled={!isFine}>
            Add
          </Button>
        </div>
        <p id={`${id}-says`} role="status" className={styles.says}>
          {isFine ? '' : 'A tag begins with a letter, and has letters, digits and blanks only.'}
        </p>
        <ul className={styles.list}>
          {boxes.map(box => (
            <TagBox key={box.tag} {...box} />
          ))}
        </ul>
        <div className={styles.actions}>
          <Button kind="primary" onClick={done}>
            Done
          </Button>
        </div>
      </form>
    </SmallDialog>
  );
}

type BoxProps = { tag: string; word: string; isOn: boolean; isMixed: boolean; onToggle: () => void };

/** A tag with its box, which is mixed while some of the lines have it. */
const TagBox = ({ tag, word, isOn, isMixed, onToggle }: BoxProps) => (
  <li>
    <label className={styles.tag} style={useHue(tag)}>
      <input
        ref={box => {
          if (box) box.indeterminate = isMixed;
        }}
        type="checkbox"
        checked={isOn}
        onChange={onToggle}
      />
      <bdi>{tagName(word)}</bdi>
    </label>
  </li>
);
