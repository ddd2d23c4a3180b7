import type { ReactNode } from 'react';
import { AtFoot } from './AtFoot';
import styles from './DropStrip.module.css';

/**
 * The drop targets where the sidebar is closed, as items of a list; only seen there, and while something is dragged.
 */
export const DropStrip = ({ children }: { children: ReactNode }) => (
  <AtFoot>
    <section className={styles.strip} aria-label="Drop on">
      <ul>{children}</ul>
    </section>
  </AtFoot>
);
