import { attempt } from '../../lib/attempt';
import { handedOn } from '../../lib/handedOn';
import { focusQuickAdd, isOpeningKey, isTextKey } from '../../quickAdd/quickAddField';

/** The user's input during the first frame, to be repeated in the app. */
export type Early = {
  frame: HTMLElement;
  /** Keys outside of fields, and clicks on links, buttons and boxes, in order. */
  events: (KeyboardEvent | { clicked: string })[];
  focused: HTMLElement | null;
  /** The list's last scroll offset in pixels; a removed element no longer has one. */
  scrolled: number;
  /** The `inputType` of the field's last input event, e.g. `insertFromPaste`. */
  inputType: string | undefined;
};

/** The element that scrolls the list. */
export const SCROLLER = ':has(> [data-rows]), [data-day-page]';

const kept = handedOn<{ early: Early | null; stop?: AbortController }>('early', () => ({ early: null }));

/** The taskId of the row, or the key of the card, that an element stands in. */
const itemOf = (element: HTMLElement): { task?: string; note?: string } =>
  element.closest('li')?.querySelector<HTMLElement>('[data-item]')?.dataset ?? {};
const taskOf = (element: HTMLElement) => itemOf(element).task;

/** A name by which the app's counterpart of an element is found: its row or card, and its address, value or label. */
export const nameOf = (element: HTMLElement) =>
  [
    taskOf(element) ?? itemOf(element).note,
    element.tagName,
    element.getAttribute('href') ??
      element.getAttribute('value') ??
      element.dataset.note ??
      element.ariaLabel ??
      element.textContent,
  ].join();

/**
 * Records input during the first frame. The browser itself keeps text typed into the field; if the page ends before
 * the app has loaded, that text and the ticked boxes are stored for the next page (drafts/store/earlyWords.ts).
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
    // The browser itself follows links and presses buttons.
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
    if (!pressed || isForBrowser || pressed.matches('[target]')) return;
    if (pressed.matches('a')) event.preventDefault();
    events.push({ clicked: nameOf(pressed) });
  };
  const page = `-${now}`; // sorts before the ids of pages whose app has loaded
  const left = `daywall-early/${userId}/${page}`;
  const wordsIn = (field: string) => frame.querySelector<HTMLTextAreaElement>(field)?.value ?? '';
  const onEnd = () => {
    const [opener, ...letters] = events.flatMap(event =>
      'key' in event && isTextKey(event) ? event.key : [],
    );
    const typedBehind = (key: string) => (opener === key ? letters.join('') : '');
    const ticked = [...frame.querySelectorAll<HTMLElement>('li:has([data-task]) :checked')].map(taskOf);
    const pressed = [...frame.querySelectorAll<HTMLInputElement>('li:has([data-note]) input')]
      .filter(box => box.checked !== box.defaultChecked)
      .map(box => [box.value, box.checked, itemOf(box).note].join('/'));
    const words = [
      { userId, page, words: wordsIn('[data-quick-add]') + typedBehind('q') },
      { userId, page, form: 'wall-line', words: wordsIn('[data-note-line]') },
      { userId, page, form: 'task/new', words: typedBehind('n') },
      { userId, page, form: 'tick', words: ticked.join(' ') },
      { userId, page, form: 'boxes', words: pressed.join('\n') },
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

/** The input so far; null without a first frame, or after it has ended. */
export const earlySoFar = () => kept.early;

/** Stops recording: the app handles all input from now on. */
export function endEarly() {
  kept.stop?.abort();
  kept.early = null;
}
