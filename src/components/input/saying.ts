import styles from './saying.module.css';

/** The element that screen readers listen to; it has to be in the page before it says something. */
const region = document.createElement('p');
region.ariaLive = 'assertive'; // of a drag the newest place counts
region.className = styles.said!;
document.body.append(region);

let timer: ReturnType<typeof setTimeout>;

/** Says something to screen readers; `isSeen` shows it to everybody, until the next words. */
export function say(words: string, isSeen = false) {
  clearTimeout(timer);
  region.textContent = words;
  region.toggleAttribute('data-seen', isSeen);
}

const SEEN_MS = 6000;
/** Says to everybody why something does not happen; it is seen for a moment. */
export function sayWhyNot(words: string) {
  say(words, true);
  timer = setTimeout(() => region.removeAttribute('data-seen'), SEEN_MS);
}
