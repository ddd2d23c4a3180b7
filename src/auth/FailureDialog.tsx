import { useId } from 'react';
import { Button } from '../components/Button';
import { useBackCloses } from '../components/hooks/useBackCloses';
import { Modal } from '../components/Modal';
import styles from './FailureDialog.module.css';

type Props = { message: string; /** Content below the message. */ code?: string; onClose: () => void };

/** A dialog that shows why the sign-in failed. */
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
