import { useId, type ReactNode } from 'react';
import { CloseButton } from './Button';
import { Modal } from './Modal';
import styles from './SmallDialog.module.css';

type Props = {
  label: string;
  /** The line at its top, which describes it. */
  about: string | undefined;
  /** A class that sets `--width`. */
  className?: string;
  onClose: () => void;
  children: ReactNode;
};

/** A small modal dialog below a line that says what it is about. A click beside it closes it. */
export function SmallDialog({ label, about, className = '', onClose, children }: Props) {
  const id = useId();
  return (
    <Modal
      className={`${styles.dialog} ${className}`}
      aria-label={label}
      aria-describedby={about ? id : undefined}
      onClose={onClose}
      onClick={event => event.target === event.currentTarget && onClose()}
    >
      <div className={styles.sheet}>
        <header className={styles.head}>
          <p id={id} className={styles.about} dir="auto">
            {about}
          </p>
          <CloseButton onClick={onClose} />
        </header>
        {children}
      </div>
    </Modal>
  );
}
