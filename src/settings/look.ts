import type { Settings } from './settings';

/** The root's font size for each text size; 100 % is the browser's own. */
const FONT_SIZES = { small: '87.5%', large: '112.5%', largest: '125%' };

/**
 * Applies theme and text size. Called by `boot.ts` before the first paint, and by the app at each change. The page's
 * two `theme-color` tags are for light and dark, in this order.
 */
export function showLook({ theme, textSize }: Settings) {
  const { dataset, style } = document.documentElement;
  if (theme) dataset.theme = theme;
  else delete dataset.theme;
  style.fontSize = textSize ? FONT_SIZES[textSize] : '';
  document.querySelectorAll<HTMLMetaElement>('[name=theme-color]').forEach((meta, at) => {
    const scheme = at === 0 ? 'light' : 'dark';
    meta.media = theme ? (theme === scheme ? 'all' : 'not all') : `(prefers-color-scheme: ${scheme})`;
  });
}
