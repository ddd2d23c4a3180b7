import type { ComponentType } from 'react';
import { selectNeedsSignIn } from '../auth/authSlice';
import { Link } from '../components/Link';
import { selectBlockedCount, selectKeptCount, selectStorage } from '../sync/queue/queueSlice';
import { selectHasUpdate, selectIsOnline, selectScarceStorage } from './uiSlice';
import { useAppSelector } from '../hooks';
import { paths } from '../routes';
import styles from './StatusLine.module.css';

const waiting = (count: number) =>
  count === 0
    ? ''
    : count === 1
      ? ' 1 change waits on this device.'
      : ` ${count} changes wait on this device.`;

const megabytes = (bytes: number) => `${Math.round(bytes / 1e5) / 10} MB`;

type Props = {
  /** A list could not be loaded, so the server may be unreachable although the browser is online. */
  isUnreachable: boolean;
  /** The rarely needed messages, loaded lazily. */
  Rare: ComponentType;
};

/** Messages about the whole app: offline, unsaved changes, and the rare ones. Empty when there is none. */
export function StatusLine({ isUnreachable, Rare }: Props) {
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
      {scarce && (
        <p>
          Your account is nearly full: {megabytes(scarce.stores)} of {megabytes(scarce.mayStore)}. Delete what
          you no longer need, also from the <Link to={paths.trash}>trash</Link>.
        </p>
      )}
      {(storage !== 'device' || needsSignIn || hasUpdate) && <Rare />}
    </div>
  );
}
