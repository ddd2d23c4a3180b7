import { selectNeedsSignIn, signInAgainChosen } from '../auth/authSlice';
import { TextButton } from '../components/Button';
import { Link } from '../components/Link';
import { selectBlockedCount, selectKeptCount, selectStorage } from '../sync/queue/queueSlice';
import { selectHasUpdate, selectIsOnline, selectScarceStorage, updateChosen } from './uiSlice';
import { useAppDispatch, useAppSelector } from '../hooks';
import { paths } from '../routes';
import styles from './StatusLine.module.css';

const waiting = (count: number) =>
  count === 0
    ? ''
    : count === 1
      ? ' 1 change is waiting to be sent. '
      : ` ${count} changes are waiting to be sent. `;

export const megabytes = (bytes: number) => `${Math.round(bytes / 1e5) / 10} MB`;

type Props = {
  /** A list could not be loaded, so the server may be unreachable although the browser is online. */
  isUnreachable: boolean;
};

/** Messages about the whole app: offline, unsaved changes, and the rare ones. Empty when there is none. */
export function StatusLine({ isUnreachable }: Props) {
  const isOffline = !useAppSelector(selectIsOnline) || isUnreachable;
  const count = useAppSelector(selectKeptCount);
  const blocked = useAppSelector(selectBlockedCount);
  const scarce = useAppSelector(selectScarceStorage);

  return (
    <div role="status" className={styles.line}>
      {isOffline && (
        <p>
          <span>{`You are offline.${waiting(count)}`}</span>
          {count > 0 && <Link to={paths.sync}>See changes</Link>}
        </p>
      )}
      {blocked > 0 && (
        <p>
          <span>{`${blocked === 1 ? '1 change is' : `${blocked} changes are`} not saved. `}</span>
          <Link to={paths.sync}>See why</Link>
        </p>
      )}
      {scarce && (
        <p>
          <span>
            {`Your account is nearly full: ${megabytes(scarce.stores)} of ${megabytes(scarce.mayStore)}. `}
          </span>
          Delete what you no longer need, and empty the <Link to={paths.trash}>trash</Link>.
        </p>
      )}
      <RareMessages />
    </div>
  );
}

/** Rarely needed messages of the status line: storage, sign-in, update. */
function RareMessages() {
  const dispatch = useAppDispatch();
  const storage = useAppSelector(selectStorage);
  const needsSignIn = useAppSelector(selectNeedsSignIn);
  const hasUpdate = useAppSelector(selectHasUpdate);
  return (
    <>
      {storage === 'memory' && (
        <p>
          This browser’s storage does not work, or another version of Daywall uses it: changes that are not
          saved yet are kept in this tab only.
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
          <TextButton onClick={() => dispatch(updateChosen())}>Reload to update</TextButton>
        </p>
      )}
    </>
  );
}
