import { useLayoutEffect } from 'react';
import { FOOT_ID } from '../../components/AtFoot';

/**
 * Sets `data-foot` on the root element: `message` while a message is shown at the foot of the page, '' while only
 * other elements are.
 */
export function useFootMark() {
  useLayoutEffect(() => {
    const foot = document.getElementById(FOOT_ID)!;
    const root = document.documentElement;
    const mark = () => {
      const visible = [...foot.children].filter(child => child.hasChildNodes());
      if (visible.length === 0) root.removeAttribute('data-foot');
      else
        root.setAttribute(
          'data-foot',
          visible.some(child => child.matches('[role=status]')) ? 'message' : '',
        );
    };
    const observer = new MutationObserver(mark);
    observer.observe(foot, { childList: true, subtree: true });
    mark();
    return () => {
      observer.disconnect();
      root.removeAttribute('data-foot');
    };
  }, []);
}
