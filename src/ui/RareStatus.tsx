import { selectNeedsSignIn, signInAgainChosen } from '../auth/authSlice';
import { TextButton } from '../components/Button';
import { useAppDispatch, useAppSelector } from '../hooks';
import { selectStorage } from '../sync/queue/queueSlice';
import { selectHasUpdate, updateChosen } from './uiSlice';

/** Rarely needed messages of the status line: storage, sign-in, update. */
export default function RareStatus() {
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
          <TextButton onClick={() => dispatch(updateChosen())}>Reload for the new version</TextButton>
        </p>
      )}
    </>
  );
}
