import type { Screen } from './screen';
import { become } from './story';

/** Runs code in the page and reloads it after `moment` milliseconds; 0 leaves the page no time for anything else. */
export async function actAndReload(screen: Screen, act: string, moment = 0) {
  await screen.run(`
    window.isBefore = true;
    setTimeout(() => {
      ${act};
      if (${moment} === 0) location.reload();
      else setTimeout(() => location.reload(), ${moment});
    });`);
  await become(() => screen.run('return window.isBefore === true'), false);
}

/** A script that presses a key on the focused element: `F2`, `x`; `modifiers`: `altKey: true`. */
export const pressed = (key: string, modifiers = '') => `
  (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', {
    key: '${key}', code: '${key.length === 1 ? `Key${key.toUpperCase()}` : key}', bubbles: true, cancelable: true,
    ${modifiers} }))`;

/** Waits for the code of the gestures and keys of rows. */
export const rowsReady = (screen: Screen) =>
  become(() => screen.run("return document.querySelector('#row-selected') !== null"), true);
