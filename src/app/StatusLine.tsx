import { Link } from '../components/Link';
import { signInAgainChosen, selectNeedsSignIn } from '../auth/authSlice';
import { TextButton } from '../components/Button';
import { selectNotesFailure } from '../notes/notesSelectors';
import { selectTasksFailure } from '../tasks/tasksSelectors';
import { selectBlockedCount, selectKeptCount, selectStorage } from '../sync/queueSlice';
import { selectHasUpdate, selectIsOnline, updateChosen } from '../ui/uiSlice';
import { useAppDispatch, useAppSelector } from './hooks';
import { paths } from './paths';
import type { RootState } from './rootReducer';
import styles from './StatusLine.module.css';

const waiting = (count: number) =>
  count === 0
    ? ''
    : count === 1
      ? ' 1 change waits on this device.'
      : ` ${count} changes wait on this device.`;

/** The browser says so, or the list that is shown could not be asked for: the server may be away and the network not. */
const selectIsOffline = (state: RootState) =>
  !selectIsOnline(state) ||
  [selectTasksFailure(state), selectNotesFailure(state)].some(failure => failure?.code === 'network');

/** Messages that concern the whole app: offline, storage, sign-in, update. Empty when there is none. */
export function StatusLine() {
  const dispatch = useAppDispatch();
  const isOffline = useAppSelector(selectIsOffline);
  const count = useAppSelector(selectKeptCount);
  const blocked = useAppSelector(selectBlockedCount);
  const storage = useAppSelector(selectStorage);
  const needsSignIn = useAppSelector(selectNeedsSignIn);
  const hasUpdate = useAppSelector(selectHasUpdate);

  return (
    <div role="status" className={styles.line}>
      {isOffline && (
        <p>
          You are offline.{waiting(count)}
          {count > 0 && (
            <>
              {' '}
              <Link to={paths.sync}>See what waits</Link>
            </>
          )}
        </p>
      )}
      {blocked > 0 && (
        <p>
          {blocked === 1 ? '1 change is' : `${blocked} changes are`} not saved.{' '}
          <Link to={paths.sync}>See why</Link>
        </p>
      )}
      {storage === 'memory' && (
        <p>This browser stores nothing: changes that are not saved yet are lost when you close this tab.</p>
      )}
      {storage === 'newer' && (
        <p>
          A newer version of Daywall is open in this browser: changes that are not saved yet are lost when you
          close this tab. <TextButton onClick={() => dispatch(updateChosen())}>Reload to use it</TextButton>
        </p>
      )}
      {storage === 'silent' && (
        <p>
          This browser’s storage does not answer. Wait until your changes are saved, then close the browser
          and open it again.
        </p>
      )}
      {needsSignIn && (
        <p>
          Your changes can’t be saved until you sign in again.{' '}
          <TextButton onClick={() => dispatch(signInAgainChosen())}>Sign in again</TextButton>
        </p>
      )}
      {hasUpdate && (
        <p>
          <TextButton onClick={() => dispatch(updateChosen())}>Reload for the new version</TextButton>
        </p>
      )}
    </div>
  );
}
