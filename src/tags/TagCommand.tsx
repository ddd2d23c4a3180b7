import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { tagName, tagWord } from '../../shared/tags';
import { useAddress } from '../components/hooks/useAddress';
import { SmallDialog } from '../components/SmallDialog';
import { useHue } from '../components/TagChip';
import { useAppSelector } from '../hooks';
import { filtered, hasFilter, listAt, listPath, paths, withoutFilter } from '../routes';
import EditTag from './EditTag';
import { selectTags, type TagUse } from './tagSelectors';
import styles from './TagsDialog.module.css';
import { tagsFor } from './typedTag';

const LABELS = { renameTag: 'Rename which tag?', filterByTag: 'Filter by which tag?' };
type Props = { command: keyof typeof LABELS; onClose: () => void };

/** A command of the palette: asks for a tag, then renames it, or filters the page by it; Today where the page has no filter. */
export default function TagCommand({ command, onClose }: Props) {
  const navigate = useNavigate();
  const title = listAt(useAddress())?.title ?? '';
  const [edited, setEdited] = useState<TagUse | null>(null);
  const choose = (use: TagUse) => {
    if (command === 'renameTag') return setEdited(use);
    onClose();
    const path = hasFilter(title) ? listPath(withoutFilter(title)) : paths.today;
    void navigate(filtered(path, use.tag));
  };
  if (edited) return <EditTag {...edited} onClose={onClose} />;
  return <TagChoice label={LABELS[command]} onChoose={choose} onClose={onClose} />;
}

type ChoiceProps = { label: string; onChoose: (use: TagUse) => void; onClose: () => void };

/** The tags in use, and a field that finds some of them; Enter takes the first. */
function TagChoice({ label, onChoose, onClose }: ChoiceProps) {
  const tags = useAppSelector(selectTags);
  const [typed, setTyped] = useState('');
  const word = tagWord(typed);
  const listed = word === '' ? tags : tagsFor(word, tags);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (listed[0]) onChoose(listed[0]);
  };
  return (
    <SmallDialog label={label} about={label} onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        <input
          data-first
          data-line
          aria-label="Find a tag"
          placeholder="Find a tag"
          autoComplete="off"
          autoCapitalize="off"
          enterKeyHint="go"
          dir="auto"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <p role="status" className={styles.says}>
          {listed.length === 0 ? 'There is no such tag.' : ''}
        </p>
        <ul className={styles.list}>
          {listed.map(use => (
            <Choice key={use.tag} use={use} onChoose={onChoose} />
          ))}
        </ul>
      </form>
    </SmallDialog>
  );
}

const Choice = ({ use, onChoose }: Pick<ChoiceProps, 'onChoose'> & { use: TagUse }) => (
  <li>
    <button type="button" className={styles.tag} style={useHue(use.tag)} onClick={() => onChoose(use)}>
      <bdi>{tagName(use.word)}</bdi>
    </button>
  </li>
);
