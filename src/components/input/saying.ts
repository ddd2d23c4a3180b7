import styles from './saying.module.css';

/** The live region for screen readers; it must be in the page before its text changes. */
const region = document.createElement('p');
region.ariaLive = 'assertive'; // during a drag only the newest position is announced
region.className = styles.said!;
document.body.append(region);

let timer: ReturnType<typeof setTimeout>;

/** Announces text to screen readers; `isSeen` also shows it, until the next announcement. */
export function say(words: string, isSeen = false) {
  clearTimeout(timer);
  region.textContent = words;
  region.toggleAttribute('data-seen', isSeen);
}

const SEEN_MS = 6000;
/** Shows for a moment, and announces, what happened or why it did not. */
export function sayBriefly(words: string) {
  say(words, true);
  timer = setTimeout(() => region.removeAttribute('data-seen'), SEEN_MS);
}
