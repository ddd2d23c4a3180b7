import type { ReactNode } from 'react';
import { AtFoot } from './AtFoot';
import styles from './DropStrip.module.css';

/** The drop targets shown during a drag when the sidebar is closed, as items of a list. */
export const DropStrip = ({ children }: { children: ReactNode }) => (
  <AtFoot>
    <section className={styles.strip} aria-label="Drop on">
      <ul>{children}</ul>
    </section>
  </AtFoot>
);
