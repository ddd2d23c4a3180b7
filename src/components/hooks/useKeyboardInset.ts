import { useEffect } from 'react';

/**
 * Keeps the page's `--keyboard`: how many pixels of it lie under a phone's keyboard. Zero in browsers that make the page
 * lower instead (`interactive-widget` in index.html), and while it is not used.
 */
export function useKeyboardInset(isUsed = true) {
  useEffect(() => {
    const view = window.visualViewport;
    if (!isUsed || !view) return;
    const { style } = document.documentElement;
    const measure = () => {
      // A page that is zoomed in is lower in view without any keyboard.
      const covered = view.scale === 1 ? Math.round(innerHeight - view.height - view.offsetTop) : 0;
      const inset = `${Math.max(0, covered)}px`;
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
