import type { ReactNode } from 'react';
import styles from './Notice.module.css';

type Props = {
  /** `status` is said when there is a pause, `failure` at once. */
  kind: 'status' | 'failure';
  /** It lies over the page, not in it. */
  isOver?: boolean;
  children: ReactNode;
};

/** A quiet line in the place that it speaks of. */
export const Notice = ({ kind, isOver, children }: Props) => (
  <div
    role={kind === 'status' ? 'status' : 'alert'}
    className={`${styles.notice} ${styles[kind]} ${isOver ? styles.over : ''}`}
  >
    {children}
  </div>
);
