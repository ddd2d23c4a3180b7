import { attempt } from '../../lib/attempt';
import { handedOn } from '../../lib/handedOn';
import { focusQuickAdd, isOpeningKey, isTextKey } from '../../quickAdd/quickAddField';

/** The deeds of a person in the first frame. */
export type Early = {
  frame: HTMLElement;
  /** Keys that are no field's, and the clicks of links, buttons and boxes, in their order. */
  events: (KeyboardEvent | { clicked: string })[];
  focused: HTMLElement | null;
  /** How far the list was scrolled: an element that is gone does not say. */
  scrolled: number;
  /** How words came into the field at last, e.g. `insertFromPaste`. */
  inputType: string | undefined;
};

/** The element that scrolls the list. */
export const SCROLLER = ':has(> [data-rows]), [data-day-page]';

const kept = handedOn<{ early: Early | null; stop?: AbortController }>('early', () => ({ early: null }));

/** The name of an element that is the same in the app's rendering: its row's task, and its address or its label. */
export const nameOf = (element: HTMLElement) =>
  [
    element.closest('li')?.querySelector<HTMLElement>('[data-task]')?.dataset.task,
    element.tagName,
    element.getAttribute('href') ?? element.ariaLabel ?? element.textContent,
  ].join();

/**
 * Keeps what is done in the first frame, for the app. Words that are typed into its field are the browser's; when the page
 * ends before the app has come, they are left to the next one, as those of fields without code (drafts/store/earlyWords.ts).
 */
export function keepEarly(root: HTMLElement, userId: string, now: number) {
  const { signal } = (kept.stop = new AbortController());
  const early: Early = (kept.early = {
    frame: root.firstElementChild as HTMLElement,
    events: [],
    focused: null,
    scrolled: 0,
    inputType: undefined,
  });
  const { frame, events } = early;

  const onKey = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const { key, ctrlKey, metaKey } = event;
    const isWord = target.matches('textarea') && !((ctrlKey || metaKey) && key === 'Enter');
    // The browser follows a link and presses a button.
    const isPress = frame.contains(target) && /^( |Enter)$/.test(key);
    if (isWord || isPress) return;
    const isShortcut = isTextKey(event);
    if (isShortcut || ((ctrlKey || metaKey) && key === 'k')) event.preventDefault();
    if (isOpeningKey('q', event) && events.length === 0) focusQuickAdd(() => events.push(event));
    else events.push(event);
  };
  const onClick = (event: MouseEvent) => {
    const pressed = (event.target as Element).closest<HTMLElement>('a, button, input');
    const isForBrowser =
      event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!pressed || isForBrowser) return;
    if (pressed.matches('a')) event.preventDefault();
    events.push({ clicked: nameOf(pressed) });
  };
  const page = `-${now}`; // before the ids of pages whose app has come
  const left = `daywall-early/${userId}/${page}`;
  const onEnd = () => {
    const [opener, ...letters] = events.flatMap(event =>
      'key' in event && isTextKey(event) ? event.key : [],
    );
    const typedBehind = (key: string) => (opener === key ? letters.join('') : '');
    const words = [
      { userId, page, words: (frame.querySelector('textarea')?.value ?? '') + typedBehind('q') },
      { userId, page, form: 'task/new', words: typedBehind('n') },
    ].filter(field => field.words);
    if (words.length > 0) attempt(() => localStorage.setItem(left, JSON.stringify(words)));
  };
  addEventListener('pagehide', onEnd, { signal });
  addEventListener('pageshow', () => attempt(() => localStorage.removeItem(left)), { signal });
  addEventListener('keydown', onKey, { signal });
  frame.addEventListener('click', onClick, { signal });
  frame.addEventListener('focusin', ({ target }) => (early.focused = target as HTMLElement), { signal });
  const onScroll = ({ target }: Event) => (early.scrolled = (target as Element).scrollTop);
  frame.querySelector(SCROLLER)!.addEventListener('scroll', onScroll, { signal });
  frame.addEventListener('input', event => (early.inputType = (event as InputEvent).inputType), { signal });
}

/** The deeds so far; null without a first frame, or once it has ended. */
export const earlySoFar = () => kept.early;

/** From now on the app hears of everything itself. */
export function endEarly() {
  kept.stop?.abort();
  kept.early = null;
}
