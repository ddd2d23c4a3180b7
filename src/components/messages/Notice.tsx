import type { ReactNode } from 'react';
import styles from './Notice.module.css';
import { useFocusLeft } from '../hooks/useFocusLeft';

type Props = {
  /** Screen readers announce `status` politely and `failure` at once. */
  kind: 'status' | 'failure';
  /** Floats over the page. */
  isOver?: boolean;
  children: ReactNode;
};

/** A message at the place that it concerns. */
export const Notice = ({ kind, isOver, children }: Props) => (
  <div
    ref={useFocusLeft<HTMLDivElement>()}
    role={kind === 'status' ? 'status' : 'alert'}
    className={`${styles.notice} ${styles[kind]} ${isOver ? styles.over : ''}`}
  >
    {children}
  </div>
);
