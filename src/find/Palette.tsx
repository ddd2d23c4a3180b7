import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Search } from 'lucide-react';
import { useAppDispatch, useAppSelector, useAppStore } from '../hooks';
import { isFindKey } from '../keyboard/keys';
import { overlayClosed } from '../keyboard/overlaySlice';
import { Icon } from '../components/Icon';
import { isComposing } from '../components/input/composing';
import { Modal } from '../components/Modal';
import { allCommands } from './index/commandEntries';
import type { Found } from './index/entry';
import { findRequested, selectAnswered, selectFindFailure, selectFound, selectIsComplete } from './findSlice';
import { FoundRow } from './FoundRow';
import styles from './Palette.module.css';
import { useLocation, useNavigate } from 'react-router-dom';
import { useCommands } from '../keyboard/useCommands';
import { targetOf } from './targets';
import { selectAreNotesKnown, selectNotesPhase } from '../notes/notesSelectors';
import { notesRequested } from '../notes/notesSlice';
import { selectTrashPhase } from '../trash/trashSelectors';
import { trashClosed, trashRequested } from '../trash/trashSlice';

/**
 * Loads the lists that the palette searches: the notes if needed, and the trash for as long as the palette is open,
 * unless its page has loaded it.
 */
function useSources() {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  useEffect(() => {
    const state = store.getState();
    if (!selectAreNotesKnown(state) && selectNotesPhase(state) !== 'loading') dispatch(notesRequested());
  }, [dispatch, store]);
  useEffect(() => {
    if (selectTrashPhase(store.getState()) !== 'idle') return;
    dispatch(trashRequested());
    return () => void dispatch(trashClosed());
  }, [dispatch, store]);
}

/** Opens a result's page, or runs its command. */
function useOpenFound() {
  const store = useAppStore();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const run = useCommands();

  return (key: string) => {
    const target = targetOf(store.getState(), key);
    if (!target) return;
    if ('command' in target) return void run(target.command);
    // The wall gets a history entry of its own, so that closing the note shows it.
    if (target.state && pathname !== target.path) void navigate(target.path);
    void navigate(target.path, { state: target.state });
  };
}

const isBlank = (query: string) => query.trim() === '';

/** The index that a key selects, of `count` results; undefined for keys that belong to the text field. */
const moves: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** Finds tasks, notes, views and commands by a few letters, and opens them. The query is not part of the state. */
export function Palette() {
  const id = useId();
  useSources();
  const { query, options, chosen, isAnswered, type, choose, open, close, onKeyDown } = useQuery();
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, chosen, options]);

  return (
    <Modal className={styles.palette} aria-label="Find" onClose={close} onClick={closeBeside(close)}>
      <div className={styles.sheet}>
        <div className={styles.head}>
          <Icon of={Search} />
          <input
            data-first
            className={styles.query}
            role="combobox"
            aria-label="Find tasks, notes and commands"
            aria-expanded={options.length > 0}
            aria-controls={id}
            aria-activedescendant={options.length > 0 ? `${id}-${chosen}` : undefined}
            aria-autocomplete="list"
            placeholder="Find tasks, notes and commands"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            dir="auto"
            value={query}
            onChange={event => type(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </div>
        <ul id={id} role="listbox" aria-label="Found" className={styles.list}>
          {options.map((option, at) => (
            <FoundRow
              key={option.key}
              id={`${id}-${at}`}
              found={option}
              isChosen={at === chosen}
              onChoose={() => choose(at)}
              onOpen={() => open(option)}
            />
          ))}
        </ul>
        <Status query={query} count={options.length} isAnswered={isAnswered} />
      </div>
    </Modal>
  );
}

/** The query, its results, and the selected one. */
function useQuery() {
  const dispatch = useAppDispatch();
  const openFound = useOpenFound();
  const [query, setQuery] = useState('');
  const [choice, setChoice] = useState(0);
  /** Enter was pressed before the results of the last letter arrived: open the first one when they do. */
  const isAwaited = useRef(false);
  const found = useAppSelector(selectFound);
  const isAnswered = useAppSelector(selectAnswered) === query || isBlank(query);
  const options = isBlank(query) ? allCommands : found;
  const isComplete = useAppSelector(selectIsComplete);
  const isSettled = isAnswered && (isComplete || options.length > 0);
  const chosen = Math.min(choice, options.length - 1);

  const close = () => dispatch(overlayClosed());
  const open = (option: Found | undefined) => {
    if (!option) return;
    close();
    openFound(option.key);
  };
  const openAwaited = useEffectEvent(() => {
    if (isAwaited.current && isSettled) open(options[0]);
    if (isSettled) isAwaited.current = false;
  });
  useEffect(() => openAwaited(), [isSettled, options]);

  const type = (text: string) => {
    setQuery(text);
    setChoice(0);
    isAwaited.current = false;
    dispatch(findRequested({ query: text }));
  };

  const begin = useEffectEvent(() => dispatch(findRequested({ query })));
  useEffect(() => void begin(), []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const move = moves[event.key];
    if (isFindKey(event.nativeEvent)) close();
    else if (event.key === 'Enter' && !isSettled) isAwaited.current = true;
    else if (event.key === 'Enter') open(options[chosen]);
    else if (move && options.length > 0) setChoice(move(chosen, options.length));
    else return;
    event.preventDefault();
  };

  return { query, options, chosen, isAnswered, type, choose: setChoice, open, close, onKeyDown };
}

/** A click outside of the sheet hits the dialog itself: close it. */
const closeBeside = (close: () => void) => (event: React.MouseEvent) => {
  if (event.target === event.currentTarget) close();
};

/** The number of results, announced after a pause in typing; visible when there are none. */
function Status({ query, count, isAnswered }: { query: string; count: number; isAnswered: boolean }) {
  const isComplete = useAppSelector(selectIsComplete);
  const failure = useAppSelector(selectFindFailure);
  const words = isBlank(query)
    ? ''
    : failure
      ? `The search could not be started. ${failure} Type another letter to try again.`
      : count === 0 && isAnswered
        ? isComplete
          ? 'Nothing found.'
          : 'Still reading your tasks…'
        : `${count} found`;
  return (
    <p role="status" className={styles.status} data-quiet={count > 0 || undefined}>
      {words}
    </p>
  );
}
