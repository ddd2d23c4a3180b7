import { capsOf } from './keys';
import styles from './Keys.module.css';

/** The keycaps of one shortcut. */
export const Keys = ({ of: keys }: { of: string }) => (
  <span className={styles.keys}>
    {capsOf(keys).map(cap => (
      <kbd key={cap} className={styles.key}>
        {cap}
      </kbd>
    ))}
  </span>
);
