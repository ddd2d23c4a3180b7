import { useSyncExternalStore, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** The id of the shell's element over the foot of the page: content in it moves nothing else. */
export const FOOT_ID = 'foot';

/** Renders its children into the foot of the page, over the content. */
export function AtFoot({ children }: { children: ReactNode }) {
  const foot = useSyncExternalStore(staysAsLongAsThePage, findFoot);
  return foot && createPortal(children, foot);
}

const findFoot = () => document.getElementById(FOOT_ID);
/** Looked up again after mounting: the shell may mount in the same commit. */
const staysAsLongAsThePage = () => () => {};
