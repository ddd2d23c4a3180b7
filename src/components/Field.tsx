import { useId, type ReactNode } from 'react';
import styles from './Field.module.css';

type ControlProps = { id: string; className: string; 'aria-describedby'?: string; 'aria-invalid'?: true };

type Props = {
  label: string;
  /** The error below the control. */
  message?: string | false;
  children: (control: ControlProps) => ReactNode;
};

/** A control with its label above and its error below. */
export function Field({ label, message, children }: Props) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({
        id,
        className: styles.control!,
        ...(message && { 'aria-invalid': true, 'aria-describedby': `${id}-message` }),
      })}
      {message && (
        <p id={`${id}-message`} className={styles.message}>
          {message}
        </p>
      )}
    </div>
  );
}
