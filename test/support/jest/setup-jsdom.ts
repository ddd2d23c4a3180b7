import '@testing-library/jest-dom';

/**
 * jsdom supports <dialog> without its methods; these are the minimum. The inert page and the focus trap are the
 * browser's own, and are tested in a browser.
 */
const before = new WeakMap<HTMLDialogElement, Element | null>();

function onKeyDown(this: HTMLDialogElement, event: KeyboardEvent) {
  if (event.key === 'Escape') this.dispatchEvent(new Event('cancel', { cancelable: true }));
}

HTMLDialogElement.prototype.showModal = function () {
  this.setAttribute('open', '');
  before.set(this, document.activeElement);
  this.addEventListener('keydown', onKeyDown);
  this.querySelector<HTMLElement>('input, textarea, select, button')?.focus();
};

HTMLDialogElement.prototype.close = function () {
  this.removeAttribute('open');
  this.removeEventListener('keydown', onKeyDown);
  (before.get(this) as HTMLElement | null)?.focus();
};

// The browser's language decides how days are written; jsdom's is en-US.
Object.defineProperty(Navigator.prototype, 'language', { get: () => 'en-GB', configurable: true });

/**
 * Equal elements share a style, as there is no sheet of ours: jsdom matches its whole sheet at each call, and a search
 * by role makes thousands.
 */
const styleOf = window.getComputedStyle;
const styles = new Map<string, CSSStyleDeclaration>();
window.getComputedStyle = element => {
  let key = element.localName;
  for (const name of ['hidden', 'open', 'type']) key += `,${element.getAttribute(name)}`;
  for (let at: Element | null = element; at; at = at.parentElement) key += `,${at.getAttribute('style')}`;
  const known = styles.get(key) ?? styleOf(element);
  styles.set(key, known);
  return known;
};
