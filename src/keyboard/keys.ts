import { isComposing } from '../components/input/composing';

/** Fields that accept typed text, unlike checkboxes and buttons. */
const FIELDS =
  'textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"], ' +
  'input:not([type="checkbox"]):not([type="radio"]):not([type="button"]):not([type="submit"]):not([type="reset"])';

const isMac = /Mac|iP(hone|ad|od)/.test(navigator.platform);

export type Pressed = {
  /** The key as spelled in the key map; null when it belongs to the focused element. */
  key: string | null;
  /** The character that the key types; null if it types none, or belongs to an element. */
  text: string | null;
  isInField: boolean;
};

/** An open modal dialog, or the drawer of a narrow screen. */
const isModal = () => document.querySelector('dialog[open], [aria-modal="true"], [inert] main') !== null;

/**
 * Decides whether a key press can be a shortcut: not during composition, and not under a modal dialog. Also returns
 * whether a field has the focus.
 */
export function pressedOf(event: KeyboardEvent): Pressed {
  const target = event.target instanceof Element ? event.target : null;
  const isOurs = !isComposing(event) && !isModal();
  const types =
    event.key.length === 1 && (!(event.ctrlKey || event.metaKey) || event.getModifierState('AltGraph'));
  return {
    key: isOurs ? nameOf(event) : null,
    text: isOurs && types ? event.key : null,
    isInField: target?.closest(FIELDS) != null,
  };
}

/** The letter of a key: from its code on keyboards without Latin letters, and in lower case under Caps Lock. */
function nameOf({ key, code, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string | null {
  const [mod, other] = isMac ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  if (altKey && !mod && !other && !shiftKey && /^Arrow(Up|Down)$/.test(key)) return `Alt+${key}`;
  if (altKey || other) return null;
  const isLatin = key.length > 1 || /^[!-~]$/.test(key);
  const name = isLatin ? key : (/^Key([A-Z])$/.exec(code)?.[1] ?? key);
  const isLetter = /^[a-z]$/i.test(name);
  if (mod) return `Mod+${shiftKey ? 'Shift+' : ''}${name.toLowerCase()}`;
  if (shiftKey && /^Arrow(Up|Down)$/.test(name)) return `Shift+${name}`;
  if (shiftKey && (isLetter || name.length > 1)) return null;
  return isLetter ? name.toLowerCase() : name;
}

/** Whether the key is the palette's shortcut, which also closes it. */
export const isFindKey = (event: KeyboardEvent) => nameOf(event) === 'Mod+k';

const SHOWN: Record<string, string> = {
  Mod: isMac ? '⌘' : 'Ctrl',
  Alt: isMac ? '⌥' : 'Alt',
  Escape: 'Esc',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
};

/** The keycaps of one alternative, in order. */
export const capsOf = (keys: string): string[] =>
  keys.split(/[ +]/).map(key => SHOWN[key] ?? (keys.includes('+') ? capital(key) : key));

const capital = (key: string) => key.charAt(0).toUpperCase() + key.slice(1);
