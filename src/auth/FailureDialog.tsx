import { useId } from 'react';
import { Button } from '../components/Button';
import { useBackCloses } from '../components/hooks/useBackCloses';
import { Modal } from '../components/Modal';
import styles from './FailureDialog.module.css';

type Props = { message: string; /** Shown below it, if there is one. */ code?: string; onClose: () => void };

/** Shows why the sign-in failed, until it is closed. */
export function FailureDialog({ message, code, onClose }: Props) {
  const id = useId();
  const codeId = `${id}code`;
  useBackCloses(true, onClose);
  return (
    <Modal
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={code ? codeId : undefined}
      className={styles.dialog}
      onClose={onClose}
    >
      <p id={id}>{message}</p>
      {code && (
        <p id={codeId} className={styles.code}>
          {code}
        </p>
      )}
      <Button onClick={onClose} data-first>
        Close
      </Button>
    </Modal>
  );
}
