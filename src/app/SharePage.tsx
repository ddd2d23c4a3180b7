import { useContext, useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import styles from '../auth/AuthPage.module.css';
import { selectPhase, selectUser } from '../auth/authSlice';
import { Button } from '../components/Button';
import { DraftsContext } from '../components/draftsContext';
import { Mark } from '../components/Mark';
import { Notice } from '../components/Notice';
import { PageHeading } from '../components/PageHeading';
import { useAreDraftsRead } from '../components/useDraft';
import type { NoteFields } from '../notes/note';
import { NEW_NOTE, type OpenNote } from '../notes/openNote';
import type { TaskValues } from '../tasks/taskValues';
import { useAppSelector } from './hooks';
import { keepShare, keptShare } from './keptShare';
import { paths } from './paths';
import shareStyles from './SharePage.module.css';
import { sharedWordsOf, withShared, type SharedWords } from './sharedWords';

/** Blank forms; those of the schemas would bring 10 KB of them. */
const blankTask: TaskValues = { taskName: '', taskDescription: '', taskList: '', taskDueDay: '' };
const blankNote: NoteFields = { noteTitle: '', noteDescription: '' };

/** Where another app's words arrive. They are shown, and nothing is added before the person saves a form with them. */
export default function SharePage() {
  const isSignedIn = useAppSelector(selectPhase) === 'signedIn';
  const { search } = useLocation();
  const [query] = useState(() => search || keptShare() || '');
  const words = sharedWordsOf(query);
  useEffect(() => keepShare(query), [query]);
  if (words === null) return <Navigate to={paths.today} replace />;
  return isSignedIn ? <Choice words={words} /> : <Navigate to={paths.login} replace />;
}

function Choice({ words }: { words: SharedWords }) {
  const navigate = useNavigate();
  const drafts = useContext(DraftsContext);
  const userId = useAppSelector(selectUser)?.id ?? '';
  const isRead = useAreDraftsRead();
  const [hasFailed, setHasFailed] = useState(false);

  /** Writes the words into this tab's draft of a form, below what it holds already. */
  const addToDraft = (
    form: string,
    blank: Record<string, string>,
    [title, text]: readonly [string, string],
  ) => {
    const service = drafts?.service;
    if (!service) {
      setHasFailed(true);
      return false;
    }
    const { base, values } = service.own(userId, form) ?? { base: blank, values: blank };
    const next = withShared({ title: values[title] ?? '', text: values[text] ?? '' }, words);
    service.write(userId, form, { base, values: { ...values, [title]: next.title, [text]: next.text } });
    keepShare(null);
    return true;
  };
  const toTask = () => {
    if (addToDraft('task/new', blankTask, ['taskName', 'taskDescription']))
      void navigate(paths.newTask, { replace: true });
  };
  const toNote = () => {
    if (addToDraft(`note/${NEW_NOTE}`, blankNote, ['noteTitle', 'noteDescription']))
      void navigate(paths.wall, { replace: true, state: { note: NEW_NOTE } satisfies OpenNote });
  };
  const discard = () => {
    keepShare(null);
    void navigate(paths.today, { replace: true });
  };

  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <header className={styles.head}>
          <Mark />
          <PageHeading page="share" className={styles.heading}>
            What is it to be?
          </PageHeading>
        </header>
        <blockquote className={shareStyles.words} dir="auto">
          <strong>{words.title}</strong>
          {words.text && <p>{words.text}</p>}
        </blockquote>
        {hasFailed && (
          <Notice kind="failure">
            This device keeps no drafts: copy the words from here into a new task or note.
          </Notice>
        )}
        <div className={shareStyles.actions}>
          <Button kind="primary" disabled={!isRead} onClick={toTask}>
            A task
          </Button>
          <Button kind="primary" disabled={!isRead} onClick={toNote}>
            A note
          </Button>
          <Button onClick={discard}>Nothing: discard it</Button>
        </div>
      </div>
    </main>
  );
}
