import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Pin, Search } from 'lucide-react';
import { Icon } from '../../components/Icon';
import { PAPERS, type Paper } from '../look';
import { classOfPaper, nameOfPaper } from '../tools/paper';
import { isFiltering, noFilter, type WallFilter } from './wallFilter';
import styles from './WallFinder.module.css';

type Props = {
  filter: WallFilter;
  onChange: (filter: WallFilter) => void;
  /** The papers in use on the wall, and whether any note is pinned: only these filters are offered. */
  papers: ReadonlySet<Paper>;
  hasPins: boolean;
  /** Keeps its space while the notes load, so that the layout does not shift. */
  isHidden: boolean;
};

/** A search field for the wall, with filters by paper and pin; on a phone behind a button. */
export function WallFinder({ filter, onChange, papers, hasPins, isHidden }: Props) {
  const offered = PAPERS.filter(paper => papers.has(paper) || filter.papers.includes(paper));
  const toggle = (paper: Paper) => {
    const isChosen = filter.papers.includes(paper);
    onChange({
      ...filter,
      papers: isChosen ? filter.papers.filter(chosen => chosen !== paper) : [...filter.papers, paper],
    });
  };
  const field = useRef<HTMLInputElement>(null);
  const [isOpened, setIsOpened] = useState(false);
  const isOpen = isOpened || isFiltering(filter);
  const open = () => {
    // Synchronous: a phone shows its keyboard only for a field that is focused during the touch event.
    flushSync(() => setIsOpened(!isOpen));
    if (isOpen) onChange(noFilter);
    else field.current!.focus();
  };
  return (
    <div
      role="search"
      className={styles.finder}
      data-hidden={isHidden || undefined}
      data-open={isOpen || undefined}
    >
      <button
        type="button"
        className={styles.opener}
        aria-label="Search and colours"
        aria-expanded={isOpen}
        onClick={open}
      >
        <Icon of={Search} size={20} />
      </button>
      <input
        ref={field}
        type="search"
        className={styles.words}
        value={filter.words}
        onChange={({ target }) => onChange({ ...filter, words: target.value })}
        aria-label="Find a note"
        placeholder="Find a note"
        autoComplete="off"
        dir="auto"
      />
      <div className={styles.toggles} role="group" aria-label="Show only">
        {(hasPins || filter.isPinned) && (
          <label className={styles.toggle} title="Pinned">
            <input
              type="checkbox"
              checked={filter.isPinned}
              aria-label="Pinned"
              onChange={() => onChange({ ...filter, isPinned: !filter.isPinned })}
            />
            <Icon of={Pin} size={16} />
          </label>
        )}
        {(offered.length > 1 || filter.papers.length > 0) &&
          offered.map(paper => (
            <label key={paper} className={styles.toggle} title={nameOfPaper(paper)}>
              <input
                type="checkbox"
                checked={filter.papers.includes(paper)}
                aria-label={nameOfPaper(paper)}
                onChange={() => toggle(paper)}
              />
              <span className={`${styles.paper} ${classOfPaper(paper)}`} />
            </label>
          ))}
      </div>
    </div>
  );
}
