import { Link } from '../components/Link';
import { signInAgainChosen, selectNeedsSignIn } from '../auth/authSlice';
import { TextButton } from '../components/Button';
import { selectBlockedCount, selectKeptCount, selectStorage } from '../sync/queue/queueSlice';
import { selectHasUpdate, selectIsOnline, selectScarceStorage, updateChosen } from './uiSlice';
import { useAppDispatch, useAppSelector } from '../hooks';
import { paths } from '../routes';
import styles from './StatusLine.module.css';

const waiting = (count: number) =>
  count === 0
    ? ''
    : count === 1
      ? ' 1 change waits on this device.'
      : ` ${count} changes wait on this device.`;

const megabytes = (bytes: number) => `${Math.round(bytes / 1e5) / 10} MB`;

/**
 * Messages that concern the whole app: offline, storage, sign-in, update. Empty when there is none. `isUnreachable`: a
 * list could not be loaded, so the server may be away although the browser is online.
 */
export function StatusLine({ isUnreachable }: { isUnreachable: boolean }) {
  const dispatch = useAppDispatch();
  const isOffline = !useAppSelector(selectIsOnline) || isUnreachable;
  const count = useAppSelector(selectKeptCount);
  const blocked = useAppSelector(selectBlockedCount);
  const storage = useAppSelector(selectStorage);
  const scarce = useAppSelector(selectScarceStorage);
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
          A newer version of Daywall is open in this browser and takes over what this tab keeps.{' '}
          <TextButton onClick={() => dispatch(updateChosen())}>Reload to use it</TextButton>
        </p>
      )}
      {storage === 'silent' && (
        <p>
          This browser’s storage does not answer: what you change now is kept, and what it kept before is
          missing until you close the browser and open it again.
        </p>
      )}
      {scarce && (
        <p>
          Your account is nearly full: {megabytes(scarce.stores)} of {megabytes(scarce.mayStore)}. Delete what
          you no longer need, also from the <Link to={paths.trash}>trash</Link>.
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
