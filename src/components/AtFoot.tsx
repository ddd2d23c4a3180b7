import { useSyncExternalStore, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** The element of the shell that lies over the foot of the page, so that nothing moves when something comes there. */
export const FOOT_ID = 'foot';

/** What a page has to say over its own content. */
export function AtFoot({ children }: { children: ReactNode }) {
  const foot = useSyncExternalStore(staysAsLongAsThePage, findFoot);
  return foot && createPortal(children, foot);
}

const findFoot = () => document.getElementById(FOOT_ID);
/** Read again once the page is in the document, which is when the shell came with it. */
const staysAsLongAsThePage = () => () => {};
