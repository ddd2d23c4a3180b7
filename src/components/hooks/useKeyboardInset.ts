import { useEffect } from 'react';

/**
 * Sets `--keyboard` on the page: how many pixels of it a phone's on-screen keyboard covers. Unset where it covers none,
 * because setting it styles the whole page anew. Some browsers resize the page instead (`interactive-widget` in index.html).
 */
export function useKeyboardInset(isUsed = true) {
  useEffect(() => {
    const view = window.visualViewport;
    if (!isUsed || !view) return;
    const { style } = document.documentElement;
    const measure = () => {
      // Zooming in also reduces the visible height, without any keyboard.
      const covered = view.scale === 1 ? Math.round(innerHeight - view.height - view.offsetTop) : 0;
      const inset = covered > 0 ? `${covered}px` : '';
      if (style.getPropertyValue('--keyboard') === inset) return;
      style.setProperty('--keyboard', inset);
      if (document.activeElement?.matches('input, textarea, select'))
        document.activeElement.scrollIntoView({ block: 'nearest' });
    };
    measure();
    view.addEventListener('resize', measure);
    view.addEventListener('scroll', measure);
    return () => {
      view.removeEventListener('resize', measure);
      view.removeEventListener('scroll', measure);
      style.removeProperty('--keyboard');
    };
  }, [isUsed]);
}
