import styles from './Welcome.module.css';

/** Presents the product to new visitors: two pictures and three sentences. */
export function Welcome() {
  return (
    <>
      <figure className={styles.figure}>
        <svg viewBox="0 0 120 64" aria-hidden focusable="false">
          <rect x="12" y="2" width="96" height="60" rx="8" className={styles.sheet} />
          <circle cx="27" cy="17" r="6" className={styles.ticked} />
          <circle cx="27" cy="33" r="5.5" />
          <circle cx="27" cy="49" r="5.5" />
          <path d="m24 17 2.5 2.5 4-5" className={styles.tick} />
          <path d="M41 17h34M41 33h52M41 49h42" />
        </svg>
        <figcaption>Each task on its day, today’s first.</figcaption>
      </figure>
      <figure className={styles.figure}>
        <svg viewBox="0 0 120 64" aria-hidden focusable="false">
          <path d="M14 8h30v32H14z" className={styles.lemon} />
          <path d="m50 4 29 2-2 34-29-2z" className={styles.rose} />
          <path d="m86 9 24-2 3 28-24 2z" className={styles.teal} />
          <path d="M20 17h18M20 25h12M56 15l17 1M56 23l11 1M92 18l13-1" className={styles.words} />
          <path d="M10 56h100" className={styles.desk} />
        </svg>
        <figcaption>All the rest hangs on a wall of sticky notes.</figcaption>
      </figure>
      <p className={styles.rest}>It works without a network, and loses nothing that you write.</p>
    </>
  );
}
