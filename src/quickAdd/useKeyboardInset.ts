import { useEffect, type RefObject } from 'react';

/** Sets `--keyboard` on the page: the pixels at its foot that a phone's keyboard covers. */
export function useKeyboardInset(field: RefObject<HTMLElement | null>, isUsed: boolean) {
  useEffect(() => {
    const view = window.visualViewport;
    const page = field.current?.closest<HTMLElement>('[data-sidebar]');
    if (!isUsed || !view || !page) return;
    const follow = () => {
      const covered = Math.max(0, window.innerHeight - view.height - view.offsetTop);
      page.style.setProperty('--keyboard', `${Math.round(covered)}px`);
    };
    follow();
    view.addEventListener('resize', follow);
    view.addEventListener('scroll', follow);
    return () => {
      view.removeEventListener('resize', follow);
      view.removeEventListener('scroll', follow);
      page.style.removeProperty('--keyboard');
    };
  }, [field, isUsed]);
}
