import { createContext, use, type ReactNode } from 'react';
import styles from './Empty.module.css';

type Props = {
  /** Drawings of 120 × 96 with the desk's edge at y = 84; `data-sun` is coloured. */
  drawing: ReactNode;
  /** The text, announced by screen readers when it appears (`status`). */
  role?: 'status';
  children: ReactNode;
};

/** True while records of an import wait, which no list shows before they are sent: no list may say that it is empty. */
export const ImportWaits = createContext(false);

/** The placeholder of an empty list: a small drawing above a text. */
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
    {use(ImportWaits) ? <p>An import is waiting to be sent</p> : children}
  </div>
);
