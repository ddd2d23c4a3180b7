import { useId } from 'react';
import { Button } from '../components/Button';
import { Modal } from '../components/Modal';
import styles from './FailureDialog.module.css';

/** Shows why the sign-in failed, until it is closed. */
export function FailureDialog({ message, onClose }: { message: string; onClose: () => void }) {
  const id = useId();
  return (
    <Modal role="alertdialog" aria-labelledby={id} className={styles.dialog} onClose={onClose}>
      <p id={id}>{message}</p>
      <Button onClick={onClose} data-first>
        Close
      </Button>
    </Modal>
  );
}
