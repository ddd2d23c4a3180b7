import type { Settings } from './settings';

/** The root's font size by the size of text; 100 % is the browser's own. */
const FONT_SIZES = { small: '87.5%', large: '112.5%', largest: '125%' };

/**
 * Shows theme and size of text. The boot script calls it before the first paint, the app whenever they change. The
 * page's two `theme-color`s are for the light and for the dark scheme, in this order.
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
