import { attempt } from '../lib/attempt';
import { dayOf } from '../lib/days/days';
import { filterOf } from '../routes';

/**
 * The picture of the last screen: the HTML of the app's root, shown by `boot.ts` until the app runs. There is one, in
 * localStorage; a change of the page or of what it shows removes it.
 */
type Picture = { of: string; html: string; title: string; marks: Record<string, string> };

const KEY = 'daywall:picture';
/** A longer picture is not kept: reading it would delay the first paint. */
const LONGEST_CHARACTERS = 200_000;
/** Milliseconds without a change after which a page has settled. */
const SETTLED_MS = 400;

/** The URLs of the app's scripts, separated by blanks; they identify the build. */
export const appScripts = () => document.querySelector<HTMLElement>('script[data-app]')?.dataset.app ?? '';

/** The things that the page which shows a picture must have in common with the page that it was taken of. */
function conditions(userId: string): string {
  const { dataset, style } = document.documentElement;
  const isDark = window.matchMedia?.('(prefers-color-scheme: dark)').matches;
  const look = [dataset.theme, isDark, style.fontSize];
  const page = [location.pathname, filterOf(location.search)];
  return JSON.stringify([userId, page, dayOf(Date.now()), look, innerWidth, appScripts()]);
}

/** Attributes of the root element that distant styles select by, without the theme. */
const marksNow = () => {
  const { theme: _theme, ...marks } = document.documentElement.dataset;
  return marks as Picture['marks'];
};

/** The picture of the user's page; null where there is none, or one of another page, look or build. */
export function pictureOf(userId: string): Picture | null {
  const picture = attempt(() => JSON.parse(localStorage.getItem(KEY)!) as Picture | null);
  return picture?.of === conditions(userId) ? picture : null;
}

/** Shows a picture. It is inert. */
export function showPicture(root: HTMLElement, picture: Picture) {
  root.innerHTML = picture.html;
  root.inert = true;
  // The content security policy refuses styles in HTML.
  for (const element of root.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset.style!;
  Object.assign(document.documentElement.dataset, picture.marks);
  document.title = picture.title;
}

/** Called before the app's first rendering replaces the picture. */
export function endPicture(root: HTMLElement) {
  for (const mark of Object.keys(marksNow())) delete document.documentElement.dataset[mark];
  root.inert = false;
}

const isText = (field: Element) => !/^(checkbox|radio)$/.test((field as HTMLInputElement).type);

/** Whether the page looks as it will at the next start: nothing is open over it, typed into it or scrolled away. */
function isPlain(root: HTMLElement): boolean {
  if (root.inert || root.querySelector('dialog[open], form, [role=alert]')) return false;
  const fields = [...root.querySelectorAll<HTMLInputElement>('input, textarea')];
  if (fields.some(field => isText(field) && field.value !== '')) return false;
  const rows = root.querySelector<HTMLElement>('[data-rows]');
  return !rows || rows.dataset.rows === '0' || rows.querySelector('[data-row="0"]') !== null;
}

/** The HTML of the root, its styles as data. */
function htmlOf(root: HTMLElement): string {
  const copy = root.cloneNode(true) as HTMLElement;
  for (const element of copy.querySelectorAll<HTMLElement>('[style]')) {
    element.dataset.style = element.style.cssText;
    element.removeAttribute('style');
  }
  for (const box of copy.querySelectorAll<HTMLInputElement>('input[type=checkbox]'))
    box.toggleAttribute('checked', box.checked);
  return copy.innerHTML;
}

type Page = {
  /** The user whose page can be pictured now; undefined while there is none or something is open. */
  pictured(): string | undefined;
  /** Calls back at each change of the state. */
  follow(listener: () => void): void;
};

/** Keeps the picture once the page has settled, and when it is hidden; removes it at the first change after that. */
export function keepPicture(root: HTMLElement, { pictured, follow }: Page) {
  const take = () => {
    const userId = pictured();
    if (userId === undefined || !isPlain(root)) return;
    const picture: Picture = {
      of: conditions(userId),
      html: htmlOf(root),
      title: document.title,
      marks: marksNow(),
    };
    if (picture.html.length <= LONGEST_CHARACTERS)
      attempt(() => localStorage.setItem(KEY, JSON.stringify(picture)));
  };
  const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work));
  let changes = 0;
  let timer: ReturnType<typeof setTimeout>;
  const changed = () => {
    const change = ++changes;
    attempt(() => localStorage.removeItem(KEY));
    clearTimeout(timer);
    timer = setTimeout(() => whenIdle(() => change === changes && take()), SETTLED_MS);
  };
  const all = { attributes: true, characterData: true, childList: true, subtree: true };
  new MutationObserver(changed).observe(root, all);
  follow(changed);
  addEventListener('resize', changed);
  document.addEventListener('visibilitychange', () => document.hidden && take());
}
