import type { ReactNode } from 'react';
import styles from './Empty.module.css';

type Props = {
  /** Shapes of 120 × 96 that stand on a desk at 84; `data-sun` is coloured. */
  drawing: ReactNode;
  /** The text that a screen reader reads when it appears: a `status`. */
  role?: 'status';
  children: ReactNode;
};

/** In the place of a list that is empty: a small drawing over what there is to say. */
export const Empty = ({ drawing, role, children }: Props) => (
  <div className={styles.empty} role={role}>
    <svg
      viewBox="0 0 120 96"
      width="120"
      height="96"
      aria-hidden
      focusable="false"
      className={styles.drawing}
    >
      {drawing}
      <path d="M16 84h88" />
    </svg>
    {children}
  </div>
);
