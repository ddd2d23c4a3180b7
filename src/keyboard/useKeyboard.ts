import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useAppStore } from '../hooks';
import { commandOf, isPrefix } from './keyMap';
import { pressedOf } from './keys';
import { selectOverlay } from './overlaySlice';
import { useCommands } from './useCommands';
import { listAt, paths } from '../routes';
import { openNoteOf } from '../notes/openNote';

/** Below this width a task's form covers its list (app/shell/TitlePage.module.css). */
const COVERED = '(max-width: 1099.98px)';
/** True when the focus is in a part of a form or in an element with `data-typing`, or a form of the account is open. */
const FORM = 'form, [data-typing]';
const OPEN_FORM = 'main details[open] form';

type Address = { pathname: string; state: unknown };

/** The browser's own address, which a navigation changes before the new page is rendered. */
const addressOfBrowser = (): Address => ({
  pathname: location.pathname,
  state: (history.state as { usr?: unknown } | null)?.usr,
});

const isFormOver = () =>
  Boolean(window.matchMedia?.(COVERED).matches) || document.querySelector('main [data-item]') === null;

/** Whether the page at an address is mainly for typing. */
const isForTyping = ({ pathname, state }: Address) =>
  pathname === paths.newTask ||
  openNoteOf(pathname, state) !== null ||
  (listAt(pathname)?.form !== undefined && isFormOver());

/**
 * Whether a key pressed at `target` is meant as text although no field has the focus: on a page for typing, and inside a
 * form. Only commands of fields accept such a key. `shown`: the rendered page's address.
 */
const isTyping = (target: EventTarget | null, address: Address): boolean =>
  isForTyping(address) ||
  isForTyping(addressOfBrowser()) ||
  (target instanceof Element && target.closest(FORM) !== null) ||
  document.querySelector(OPEN_FORM) !== null;

/** Milliseconds to wait for the second of two keys. */
const SECOND_KEY_TIMEOUT_MS = 1500;
/** Commands that repeat while their key is held down; all others run once per press. */
const REPEATABLE = ['next', 'previous', 'below', 'above', 'selectBelow', 'selectAbove', 'moveUp', 'moveDown'];
/**
 * The maximum milliseconds between two characters of one sentence. Within a sentence that began with a command, a
 * space does not press a button.
 */
const SENTENCE_PAUSE_MS = 1000;

/** Handles the keys of the whole page while it is mounted. */
export function useKeyboard() {
  const store = useAppStore();
  const run = useCommands();
  const location = useLocation();
  const before = useRef<{ key: string; at: number } | null>(null);
  /** When the last character was typed that followed a one-letter command without a pause. */
  const lettered = useRef(-Infinity);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, text, isInField } = pressedOf(event);
    if (selectOverlay(store.getState()) !== null) return;
    if (key === null || /^(Shift|Control|Meta|Alt|AltGraph|CapsLock)$/.test(event.key)) return;
    const isInSentence = text !== null && event.timeStamp - lettered.current < SENTENCE_PAUSE_MS;
    lettered.current = isInSentence ? event.timeStamp : -Infinity;
    if (key === ' ' && isInSentence && !isInField) {
      event.preventDefault(); // otherwise it would press the card or menu item to which a letter moved the focus
      return;
    }
    const isText = isInField || (!key.startsWith('Mod+') && isTyping(event.target, location));
    const isSecond = before.current !== null && event.timeStamp - before.current.at < SECOND_KEY_TIMEOUT_MS;
    const command = commandOf(key, isSecond ? before.current!.key : null, isText);
    const waits = !isSecond && !isText && isPrefix(key);
    before.current = waits ? { key, at: event.timeStamp } : null;
    if (command === null || (event.repeat && !REPEATABLE.includes(command))) return;
    if (!run(command)) return;
    event.preventDefault();
    if (text !== null) lettered.current = event.timeStamp;
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => event.defaultPrevented || onKeyDown(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
