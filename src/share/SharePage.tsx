import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import styles from '../auth/AuthPage.module.css';
import { selectPhase, selectUser } from '../auth/authSlice';
import { Button } from '../components/Button';
import { Logo } from '../components/Logo';
import { Notice } from '../components/messages/Notice';
import { PageHeading } from '../components/PageHeading';
import { useAreDraftsRead } from '../drafts/useDraft';
import { useNewForm, type NewForm } from '../drafts/useNewForm';
import { sharedWordsOf, type SharedWords } from '../drafts/sharedWords';
import { useAppSelector } from '../hooks';
import { forgetShare, keepShare, keptShare } from './keptShare';
import { paths } from '../routes';
import shareStyles from './SharePage.module.css';

/**
 * Receives text shared by another app, and adds nothing until the user saves a form with it. The text belongs to the
 * user of that time, else to the next one to sign in. If the tab cannot store it, it stays in the address.
 */
export function SharePage() {
  const isSignedIn = useAppSelector(selectPhase) === 'signedIn';
  const navigate = useNavigate();
  const { search } = useLocation();
  const userId = useAppSelector(selectUser)?.id ?? null;
  const [query] = useState(() => search || keptShare(userId) || '');
  const [owner, setOwner] = useState(userId);
  if (owner === null && userId !== null) setOwner(userId);
  const isOwn = owner === userId;
  const words = isOwn ? sharedWordsOf(query) : null;
  useEffect(() => {
    if (!isOwn || !query || !keepShare(query, userId)) return;
    if (isSignedIn && search) void navigate(paths.share, { replace: true });
  }, [isOwn, isSignedIn, query, userId, search, navigate]);
  if (words === null) return <Navigate to={paths.today} replace />;
  return isSignedIn ? <Choice words={words} /> : <Navigate to={paths.login} replace />;
}

function Choice({ words }: { words: SharedWords }) {
  const navigate = useNavigate();
  const openNew = useNewForm();
  const isRead = useAreDraftsRead();
  const [hasFailed, setHasFailed] = useState(false);

  const take = (form: NewForm) => {
    if (!openNew(form, words, { replace: true })) return setHasFailed(true);
    forgetShare();
  };
  const discard = () => {
    forgetShare();
    void navigate(paths.today, { replace: true });
  };

  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <header className={styles.head}>
          <Logo />
          <PageHeading page="share" className={styles.heading}>
            Add this as a task or as a note?
          </PageHeading>
        </header>
        <blockquote className={shareStyles.words} dir="auto">
          <strong>{words.title}</strong>
          {words.text && <p>{words.text}</p>}
        </blockquote>
        {hasFailed && (
          <Notice kind="failure">
            This device can’t keep drafts: copy the text into a new task or note.
          </Notice>
        )}
        <div className={shareStyles.actions}>
          <Button kind="primary" disabled={!isRead} onClick={() => take('task')}>
            A task
          </Button>
          <Button kind="primary" disabled={!isRead} onClick={() => take('note')}>
            A note
          </Button>
          <Button onClick={discard}>Discard it</Button>
        </div>
      </div>
    </main>
  );
}
