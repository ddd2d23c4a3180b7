import type { Screen } from './screen';
import { become } from './story';

/** Runs code in the page, and reloads it so many milliseconds later: with 0, before it can do anything else. */
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

/** A script that presses a key where the focus is: `F2`, `x`; `modifiers`: `altKey: true`. */
export const pressed = (key: string, modifiers = '') => `
  (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', {
    key: '${key}', code: '${key.length === 1 ? `Key${key.toUpperCase()}` : key}', bubbles: true, cancelable: true,
    ${modifiers} }))`;

/** Waits for the code of the gestures and keys of rows. */
export const rowsReady = (screen: Screen) =>
  become(() => screen.run("return document.querySelector('#row-selected') !== null"), true);

/** Waits until the server has all changes, those that an earlier page handed over, too. */
export const allSent = (screen: Screen) =>
  become(
    () =>
      screen.run(`
        if (Object.keys(localStorage).some(key => key.startsWith('daywall-unkept/'))) return false;
        const answer = request => new Promise((done, failed) => {
          request.onsuccess = () => done(request.result);
          request.onerror = () => failed(request.error);
        });
        const database = await answer(indexedDB.open('daywall'));
        const count = await answer(database.transaction('operations').objectStore('operations').count());
        database.close();
        return count === 0;`),
    true,
  );
