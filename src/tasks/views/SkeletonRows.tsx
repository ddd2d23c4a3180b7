import styles from './SkeletonRows.module.css';

/** Placeholders of the size of rows, so that the layout does not shift when rows arrive. */
export const SkeletonRows = () => (
  <div className={styles.place}>
    <p role="status" className={styles.words}>
      Loading your tasks…
    </p>
    <div className={styles.rows} aria-hidden>
      {[62, 44, 71, 53].map(width => (
        <div key={width} className={styles.row}>
          <span style={{ width: `${width}%` }} />
          <span style={{ width: '24%' }} />
        </div>
      ))}
    </div>
  </div>
);
