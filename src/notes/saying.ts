import styles from './wallDrag.module.css';

let region: HTMLElement | undefined;

/** The element that screen readers listen to; it has to be in the page before it says something. */
export function beginSaying(): () => void {
  const element = document.createElement('p');
  element.setAttribute('role', 'status');
  element.className = styles.said!;
  document.body.append(element);
  region = element;
  return () => element.remove();
}

/** Says something to screen readers; `isSeen` shows it to everybody, until the next words. */
export function say(words: string, isSeen = false) {
  if (!region) return;
  region.textContent = words;
  region.toggleAttribute('data-seen', isSeen);
}
