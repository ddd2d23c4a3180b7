import styles from './Spinner.module.css';

/** Says in words what is awaited; the ring is for the eye alone. */
export const Spinner = ({ label }: { label: string }) => (
  <div role="status" className={styles.spinner}>
    <span className={styles.ring} aria-hidden />
    <span className={styles.label}>{label}</span>
  </div>
);
