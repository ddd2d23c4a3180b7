/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import { capsOf, pressedOf } from '../../src/keyboard/keys';

const LETTER = { key: 'n', code: 'KeyN' };

/** The result of `pressedOf` for a key press on the element with the mark, in this HTML. */
function press(html: string, init: KeyboardEventInit & { keyCode?: number } = LETTER) {
  document.body.innerHTML = html;
  let pressed: ReturnType<typeof pressedOf> | undefined;
  const listen = (event: KeyboardEvent) => (pressed = pressedOf(event));
  addEventListener('keydown', listen);
  const target = document.querySelector('[data-target]') ?? document.body;
  target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
  removeEventListener('keydown', listen);
  return pressed!;
}

describe('A key', () => {
  it.each<[string, KeyboardEventInit & { keyCode?: number }, string | null]>([
    ['a letter', { key: 'n' }, 'n'],
    ['a letter under Caps Lock', { key: 'N' }, 'n'],
    ['a letter with Shift', { key: 'N', shiftKey: true }, null],
    ['a sign that needs Shift', { key: '?', shiftKey: true }, '?'],
    ['a slash that needs Shift', { key: '/', code: 'Digit7', shiftKey: true }, '/'],
    ['a letter of another alphabet', { key: 'т', code: 'KeyN' }, 'n'],
    ['a sign of another alphabet', { key: 'ж', code: 'Semicolon' }, 'ж'],
    ['a key with a name', { key: 'Delete' }, 'Delete'],
    ['a key with a name and Shift', { key: 'Delete', shiftKey: true }, null],
    ['Ctrl', { key: 'k', ctrlKey: true }, 'Mod+k'],
    ['Ctrl and Shift', { key: 'Z', ctrlKey: true, shiftKey: true }, 'Mod+Shift+z'],
    ['the other one’s Ctrl', { key: 'k', metaKey: true }, null],
    ['Alt', { key: 'n', altKey: true }, null],
    ['AltGr, which is Ctrl and Alt', { key: 'n', ctrlKey: true, altKey: true }, null],
    ['a letter of an input method', { key: 'n', isComposing: true }, null],
    ['Enter of an input method', { key: 'Enter', isComposing: true }, null],
    ['what an input method only tells by its code', { key: 'Process', keyCode: 229 }, null],
  ])('%s is %j: %j', (_title, init, key) => {
    expect(press('', init).key).toBe(key);
  });

  it.each<[string, KeyboardEventInit, string | null]>([
    ['a letter', { key: 'n' }, 'n'],
    ['a capital', { key: 'N', shiftKey: true }, 'N'],
    ['a letter of another alphabet', { key: 'т', code: 'KeyN' }, 'т'],
    ['a space', { key: ' ' }, ' '],
    ['a sign by AltGr', { key: '@', ctrlKey: true, altKey: true, modifierAltGraph: true }, '@'],
    ['a key with a name', { key: 'Delete' }, null],
    ['a letter with Ctrl', { key: 'v', ctrlKey: true }, null],
    ['a letter with Cmd', { key: 'v', metaKey: true }, null],
    ['a letter of an input method', { key: 'n', isComposing: true }, null],
  ])('%s types %j: %j', (_title, init, text) => {
    expect(press('', init).text).toBe(text);
  });

  it.each<[string, string, boolean]>([
    ['the page', '<main></main>', false],
    ['a link', '<a href="/x" data-target>x</a>', false],
    ['a button', '<button data-target></button>', false],
    ['a checkbox', '<input type="checkbox" data-target />', false],
    ['a button of old', '<input type="submit" data-target />', false],
    ['a text field', '<input data-target />', true],
    ['a password', '<input type="password" data-target />', true],
    ['a date', '<input type="date" data-target />', true],
    ['a text', '<textarea data-target></textarea>', true],
    ['a choice', '<select data-target></select>', true],
    ['rich text', '<div contenteditable="true"><b data-target></b></div>', true],
    ['rich text that says no more', '<div contenteditable><b data-target></b></div>', true],
    ['text that is not to be edited', '<div contenteditable="false"><b data-target></b></div>', false],
    ['a text box of its own kind', '<div role="textbox" data-target></div>', true],
  ])('on %s: in a field: %j %j', (_title, html, isInField) => {
    expect(press(html)).toEqual({ key: 'n', text: 'n', isInField });
  });

  it.each([
    ['a dialog that is open', '<dialog open><button data-target></button></dialog>'],
    ['a dialog of another kind', '<div role="dialog" aria-modal="true"></div>'],
    ['the drawer of a narrow screen', '<nav></nav><div inert><main></main></div>'],
  ])('under %s is nobody’s', (_title, html) => {
    for (const key of ['n', 'Escape', 'Delete', '/']) expect(press(html, { key }).key).toBeNull();
  });
});

test.each([
  ['n', ['n']],
  ['Mod+Shift+z', ['Ctrl', 'Shift', 'Z']],
  ['g t', ['g', 't']],
  ['ArrowDown', ['↓']],
  ['Escape', ['Esc']],
])('%s is shown as %j', (keys, caps) => {
  expect(capsOf(keys)).toEqual(caps);
});
