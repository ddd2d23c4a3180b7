import { useEffect, useId, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { isTag, tagKey, tagName, tagWord } from '../../shared/tags';
import { Button } from '../components/Button';
import { useAddress } from '../components/hooks/useAddress';
import { SmallDialog } from '../components/SmallDialog';
import { useAppSelector, useAppStore } from '../hooks';
import { allCounted } from '../lib/text/counted';
import { selectAreNotesKnown, selectNotesPhase } from '../notes/notesSelectors';
import { notesRequested } from '../notes/notesSlice';
import { tagPath } from '../routes';
import { retag } from './retag';
import { selectNotesWith, selectTag, selectTasksWith } from './tagSelectors';
import styles from './TagsDialog.module.css';

/** `3 tasks and 1 note`: all that have a tag, done ones too. */
const useCount = (tag: string) => {
  const task = useAppSelector(state => selectTasksWith(state, tag).length);
  const note = useAppSelector(state => selectNotesWith(state, tag).length);
  return allCounted({ task, note }).join(' and ') || 'nothing';
};

/** Whether all notes are known, or can't be: a tag is changed on all that have it. */
function useAreNotesRead(): boolean {
  const { dispatch, getState } = useAppStore();
  useEffect(() => {
    const state = getState();
    if (!selectAreNotesKnown(state) && selectNotesPhase(state) !== 'loading') dispatch(notesRequested());
  }, [dispatch, getState]);
  const hasFailed = useAppSelector(selectNotesPhase) === 'failed';
  return useAppSelector(selectAreNotesKnown) || hasFailed;
}

type Props = { tag: string; word: string; onClose: () => void };

/** Renames a tag on all that has it, merges it with the one that has the name already, or takes it out. */
export default function EditTag({ tag, word, onClose }: Props) {
  const id = useId();
  const store = useAppStore();
  const navigate = useNavigate();
  const isOnPage = useAddress() === tagPath(tag);
  const areNotesRead = useAreNotesRead();
  const [name, setName] = useState(() => tagName(word));
  const to = tagWord(name);
  const key = tagKey(to);
  const count = useCount(tag);
  const countOfOther = useCount(key);
  const isMerge = useAppSelector(state => key !== tag && selectTag(state, key) !== undefined);
  const isFine = isTag(to);
  const says = !isFine
    ? 'Begin with a letter, and use letters, digits and blanks only.'
    : isMerge
      ? `“${tagName(to)}” is on ${countOfOther} already. Both become one.`
      : '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isFine || !areNotesRead) return;
    onClose();
    if (name === tagName(word)) return;
    retag(store, tag, to);
    if (key !== tag) void navigate(tagPath(key), { replace: isOnPage });
  };
  return (
    <SmallDialog label="Edit tag" about={`“${tagName(word)}” is on ${count}`} onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        <div className={styles.field}>
          <input
            data-first
            data-line
            aria-label="Name of the tag"
            aria-describedby={`${id}-says`}
            autoComplete="off"
            enterKeyHint="done"
            dir="auto"
            value={name}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => setName(target.value)}
          />
          <Button kind="primary" type="submit" disabled={!isFine || !areNotesRead}>
            {isMerge ? 'Merge' : 'Rename'}
          </Button>
        </div>
        <p id={`${id}-says`} role="status" className={styles.says}>
          {says}
        </p>
        <div className={styles.actions}>
          <Button
            kind="danger"
            disabled={!areNotesRead}
            onClick={() => {
              onClose();
              retag(store, tag, null);
            }}
          >
            Remove from all
          </Button>
        </div>
      </form>
    </SmallDialog>
  );
}
