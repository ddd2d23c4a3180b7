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
