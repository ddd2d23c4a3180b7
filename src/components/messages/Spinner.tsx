import styles from './Spinner.module.css';

/** A spinning ring with a label for screen readers. */
export const Spinner = ({ label }: { label: string }) => (
  <div role="status" className={styles.spinner}>
    <span className={styles.ring} aria-hidden />
    <span className={styles.label}>{label}</span>
  </div>
);
