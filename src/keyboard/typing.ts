import { matchPath } from 'react-router-dom';
import { paths, patterns } from '../routes';
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
export const isForTyping = ({ pathname, state }: Address) =>
  pathname === paths.newTask ||
  openNoteOf(pathname, state) !== null ||
  (matchPath(patterns.form, pathname) !== null && isFormOver());

/**
 * Whether a key pressed at `target` is meant as text although no field has the focus: on a page for typing, and inside a
 * form. Only commands of fields accept such a key. `shown`: the rendered page's address.
 */
export const isTyping = (target: EventTarget | null, address: Address): boolean =>
  isForTyping(address) ||
  isForTyping(addressOfBrowser()) ||
  (target instanceof Element && target.closest(FORM) !== null) ||
  document.querySelector(OPEN_FORM) !== null;
