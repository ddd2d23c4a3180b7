/** What is written in by keys. A checkbox or a button is not. */
const FIELDS =
  'textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"], ' +
  'input:not([type="checkbox"]):not([type="radio"]):not([type="button"]):not([type="submit"]):not([type="reset"])';

const isMac = /Mac|iP(hone|ad|od)/.test(navigator.platform);

export type Pressed = {
  /** As in the key map; null when it is nobody's business but the focused element's. */
  key: string | null;
  isInField: boolean;
};

/** An input method is at work: the key belongs to it. Some browsers tell it by the code 229 alone. */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>) =>
  event.isComposing || event.keyCode === 229;

/** A dialog that keeps everything else away, or the drawer of a narrow screen. */
const isModal = () => document.querySelector('dialog[open], [aria-modal="true"], [inert] main') !== null;

/**
 * The one place that knows when a key is a shortcut: never within an input method, never under a modal dialog, never
 * where somebody has taken it already; and whether a field has it.
 */
export function pressedOf(event: KeyboardEvent): Pressed {
  const target = event.target instanceof Element ? event.target : null;
  const isOurs = !event.defaultPrevented && !isComposing(event) && !isModal();
  return { key: isOurs ? nameOf(event) : null, isInField: target?.closest(FIELDS) != null };
}

/** Letters as they are printed on the keyboard where it has no Latin ones, without the one that Caps Lock made. */
function nameOf({ key, code, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string | null {
  const [mod, other] = isMac ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  if (altKey || other) return null;
  const isLatin = key.length > 1 || /^[!-~]$/.test(key);
  const name = isLatin ? key : (/^Key([A-Z])$/.exec(code)?.[1] ?? key);
  const isLetter = /^[a-z]$/i.test(name);
  if (mod) return `Mod+${shiftKey ? 'Shift+' : ''}${name.toLowerCase()}`;
  if (shiftKey && (isLetter || name.length > 1)) return null;
  return isLetter ? name.toLowerCase() : name;
}

/** Whether it asks for the palette, for the palette itself: there it closes what it opened. */
export const isFindKey = (event: KeyboardEvent) => nameOf(event) === 'Mod+k';

const SHOWN: Record<string, string> = {
  Mod: isMac ? '⌘' : 'Ctrl',
  Escape: 'Esc',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
};

/** The keycaps of one way to say it, in order. */
export const capsOf = (keys: string): string[] =>
  keys.split(/[ +]/).map(key => SHOWN[key] ?? (keys.includes('+') ? capital(key) : key));

const capital = (key: string) => key.charAt(0).toUpperCase() + key.slice(1);
