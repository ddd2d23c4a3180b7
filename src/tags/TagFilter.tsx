import { use, useState } from 'react';
import { X } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router-dom';
import { tagName } from '../../shared/tags';
import { TextButton } from '../components/Button';
import { useFocusLeft } from '../components/hooks/useFocusLeft';
import { Icon } from '../components/Icon';
import { Menu } from '../components/menu/Menu';
import { useHue } from '../components/TagChip';
import { useAppSelector } from '../hooks';
import { filtered } from '../routes';
import { Filter } from '../tasks/filter';
import { rangeOf, type View } from '../tasks/taskSections';
import { selectToday } from '../ui/uiSlice';
import styles from './TagFilter.module.css';
import { selectSpelling, selectTagsBetween } from './tagSelectors';

type Days = {
  /** The list has the days `from` ≤ day < `to`. */
  from: string;
  to: string;
};

/** At the heading of a list: the tag of its filter, else a menu of the list's tags, if it has any. */
export function TagFilter(days: Days) {
  const { tag } = use(Filter);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const show = (other: string | null) => void navigate(filtered(pathname, other));
  return tag === null ? (
    <Choice {...days} onChoose={show} />
  ) : (
    <Chosen key={tag} tag={tag} onRemove={() => show(null)} />
  );
}

/** The filter of a view: of earlier days too in Today, which has a line for them. */
export function ViewFilter({ view }: { view: View }) {
  const { from = '', to = '~' } = rangeOf[view](useAppSelector(selectToday));
  return <TagFilter from={view === 'today' ? '' : from} to={to} />;
}

function Chosen({ tag, onRemove }: { tag: string; onRemove: () => void }) {
  const box = useFocusLeft<HTMLSpanElement>();
  const word = useAppSelector(state => selectSpelling(state, tag));
  const style = useHue(tag);
  return (
    <span ref={box} className={styles.filter}>
      <span className={styles.chosen} style={style}>
        <bdi>{tagName(word)}</bdi>
        <button type="button" aria-label="Show all tasks" title="Show all tasks" onClick={onRemove}>
          <Icon of={X} size={14} />
        </button>
      </span>
    </span>
  );
}

function Choice({ from, to, onChoose }: Days & { onChoose: (tag: string) => void }) {
  const box = useFocusLeft<HTMLSpanElement>();
  const tags = useAppSelector(state => selectTagsBetween(state, from, to));
  const [isOpen, setIsOpen] = useState(false);
  if (tags.length === 0) return null;
  const button = () => box.current?.querySelector('button') ?? null;
  const close = (isLeft: boolean) => {
    setIsOpen(false);
    if (!isLeft) button()?.focus();
  };
  return (
    <span ref={box} className={styles.filter}>
      <TextButton aria-haspopup="menu" onClick={() => setIsOpen(!isOpen)}>
        Filter by tag
      </TextButton>
      {isOpen && (
        <Menu
          label="Filter by tag"
          title="Filter by tag"
          items={tags.map(({ tag, word }) => ({ name: tagName(word), key: '', run: () => onChoose(tag) }))}
          anchor={button}
          onClose={close}
        />
      )}
    </span>
  );
}
