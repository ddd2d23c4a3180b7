import { useId, useState, type KeyboardEvent, type PointerEvent as Press } from 'react';
import { ChevronRight, Plus } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { Icon } from '../../../components/Icon';
import { isComposing } from '../../../components/input/composing';
import { say } from '../../../components/input/saying';
import { NavLink } from '../../../components/Link';
import { useHue } from '../../../components/TagChip';
import { useAppDispatch, useAppSelector, useAppStore } from '../../../hooks';
import { tagKey, tagName, tagWord } from '../../../../shared/tags';
import { tagPath } from '../../../routes';
import { selectSettings } from '../../../settings/settingsSlice';
import { listProblem, selectKeptTags, tagKept } from '../../../tags/keptTags';
import { selectTag, selectTags, selectSpelling } from '../../../tags/tagSelectors';
import styles from './Sidebar.module.css';

type Props = { /** Called when a page was chosen. */ onChoice: () => void };

/** Puts tags in places of LISTS: by mouse, by finger after a long press, and by keyboard. */
function useKeeping() {
  const store = useAppStore();
  const keep = (tag: string, at: number) => {
    const settings = selectSettings(store.getState());
    const kept = selectKeptTags(store.getState());
    const from = kept.findIndex(of => of.tag === tag);
    // The tag itself takes no place.
    const to = from >= 0 && from < at ? at - 1 : at;
    const count = from < 0 ? kept.length + 1 : kept.length;
    if (to === from || to < 0 || to >= count) return;
    store.dispatch(tagKept(settings, kept, { tag, at: to, word: selectSpelling(store.getState(), tag) }));
    say(`${tagName(tag)} moved to ${to + 1} of ${count}`);
  };
  return {
    async press({ nativeEvent, currentTarget }: Press<HTMLElement>, tag: string) {
      const { button, ctrlKey, metaKey, shiftKey } = nativeEvent;
      if (button !== 0 || ctrlKey || metaKey || shiftKey) return;
      const up = new AbortController();
      for (const name of ['pointerup', 'pointercancel'])
        addEventListener(name, () => up.abort(), { capture: true, signal: up.signal });
      const code = await import(/* webpackChunkName: "drag" */ './dragTag').catch(() => null);
      if (code && !up.signal.aborted) code.dragTag(nativeEvent, currentTarget, at => keep(tag, at));
    },
    moveByKeys(event: KeyboardEvent, tag: string, at: number) {
      if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
      event.preventDefault();
      keep(tag, event.key === 'ArrowUp' ? at - 1 : at + 2);
    },
  };
}

type LinkProps = Props & { tag: string; /** The index in LISTS of a kept one. */ at?: number };

function TagLink({ tag, at, onChoice }: LinkProps) {
  const word = useAppSelector(state => selectSpelling(state, tag));
  const count = useAppSelector(state => selectTag(state, tag)?.tasks ?? 0);
  const style = useHue(tag);
  const { press, moveByKeys } = useKeeping();
  return (
    <li>
      <NavLink
        to={tagPath(tag)}
        className={styles.link}
        draggable={false}
        data-kept={at}
        onClick={onChoice}
        onPointerDown={event => void press(event, tag)}
        onKeyDown={event => at !== undefined && moveByKeys(event, tag, at)}
      >
        <span className={styles.dot} style={style} aria-hidden />
        <span className={styles.tag}>
          <bdi>{tagName(word)}</bdi>
        </span>
        <span className={styles.count} aria-hidden>
          {count > 0 && count.toLocaleString()}
        </span>
      </NavLink>
    </li>
  );
}

/** The tags that the user keeps, as lists behind Personal and Work. */
export const KeptTags = ({ onChoice }: Props) =>
  useAppSelector(selectKeptTags).map(({ tag }, at) => (
    <TagLink key={tag} tag={tag} at={at} onChoice={onChoice} />
  ));

/** Below LISTS: a button that asks for the name of a list and keeps it, and all other tags in use, folded. */
export function OtherTags({ onChoice }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const kept = useAppSelector(selectKeptTags);
  const tags = useAppSelector(selectTags);
  const others = tags.filter(use => use.tasks + use.notes > 0 && !kept.some(({ tag }) => tag === use.tag));
  return (
    <>
      <NewList onChoice={onChoice} />
      {others.length > 0 && (
        <button
          type="button"
          className={styles.row}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon of={ChevronRight} size={18} />
          All tags
        </button>
      )}
      {isOpen && (
        <ul>
          {others.map(({ tag }) => (
            <TagLink key={tag} tag={tag} onChoice={onChoice} />
          ))}
        </ul>
      )}
    </>
  );
}

/** Asks for the name of a list in its place. Its page opens, and has a line to add tasks. */
function NewList({ onChoice }: Props) {
  const [name, setName] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const navigate = useNavigate();
  const messageId = useId();
  const end = () => {
    setName(null);
    setProblem(null);
  };
  if (name === null)
    return (
      <button type="button" className={styles.row} onClick={() => setName('')}>
        <Icon of={Plus} size={18} />
        New list…
      </button>
    );
  const keep = () => {
    if (name.trim() === '') return end();
    const wrong = listProblem(name);
    setProblem(wrong);
    if (wrong !== null) return;
    const tag = tagKey(name);
    const kept = selectKeptTags(store.getState());
    if (!kept.some(of => of.tag === tag))
      dispatch(tagKept(selectSettings(store.getState()), kept, { tag, word: tagWord(name) }));
    end();
    onChoice();
    void navigate(tagPath(tag));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') keep();
    else end();
  };
  return (
    <div className={styles.naming}>
      <input
        autoFocus
        className={styles.name}
        value={name}
        aria-label="Name of the list"
        placeholder="Name of the list"
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : messageId}
        autoComplete="off"
        enterKeyHint="done"
        dir="auto"
        maxLength={100}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => name.trim() === '' && end()}
      />
      {problem !== null && (
        <p id={messageId} role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}
