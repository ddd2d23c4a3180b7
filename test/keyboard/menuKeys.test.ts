/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import { menuKeys } from '../../src/keyboard/menuKeys';

/** A row with the focus and an open menu without it; the menu closes at its third key. */
function openMenu() {
  document.body.innerHTML =
    '<a href="/row"></a><section data-moves><p role="menu" tabindex="-1"></p></section>';
  const [row, menu] = [document.querySelector('a')!, document.querySelector<HTMLElement>('[role="menu"]')!];
  const heard: [where: string, key: string][] = [];
  let isOpen = true;
  const { keepForMenu, keepOrder } = menuKeys(() => isOpen);
  menu.onkeydown = event => {
    heard.push(['menu', event.key]);
    event.preventDefault();
    isOpen = heard.length < 3;
    if (!isOpen) row.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.defaultPrevented && !keepForMenu(event)) heard.push(['page', event.key]);
  };
  addEventListener('keydown', keepOrder, { capture: true });
  addEventListener('keydown', onKeyDown);
  row.focus();
  const press = (key: string) =>
    document.activeElement!.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    );
  const stop = () => {
    removeEventListener('keydown', keepOrder, { capture: true });
    removeEventListener('keydown', onKeyDown);
  };
  return { menu, heard, press, stop };
}

test('Keys for a menu without focus come before later ones; the rest goes to the page', async () => {
  const { menu, heard, press, stop } = openMenu();
  press('t');
  menu.focus();
  for (const key of ['o', 'm', 'x', 'y']) press(key);
  expect(heard).toEqual([]);
  await new Promise(requestAnimationFrame);
  await new Promise(resolve => setTimeout(resolve));
  press('z');
  stop();
  expect(heard).toEqual([
    ['menu', 't'],
    ['menu', 'o'],
    ['menu', 'm'],
    ['page', 'x'],
    ['page', 'y'],
    ['page', 'z'],
  ]);
});
