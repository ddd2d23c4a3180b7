/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import { fireEvent } from '@testing-library/dom';
import { takeKeysOf } from '../../src/components/input/liftedKeys';

let said: string[];
let stop: () => void;
const does = (word: string) => () => void said.push(word);
const press = (key: string, init: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.body, { key, ...init }); // false means that the default action is prevented

beforeEach(() => {
  said = [];
  const moves = { ArrowDown: does('down'), 'Shift+Tab': does('back') };
  stop = takeKeysOf({ moves, drop: does('drop'), giveUp: does('give up') });
});
afterEach(() => stop());

test('Keys that move are taken, others do nothing until the drop, then reach the page', () => {
  expect(press('ArrowDown')).toBe(false);
  expect(press('Tab', { shiftKey: true })).toBe(false);
  expect(press('x')).toBe(false);
  expect(press('Enter', { repeat: true })).toBe(false);
  expect(said).toEqual(['down', 'back']);
  expect(press(' ')).toBe(false);
  expect(said).toEqual(['down', 'back', 'drop']);
  expect(fireEvent.keyUp(document.body, { key: ' ' })).toBe(false); // the key would press the focused element
  expect(press('ArrowDown')).toBe(true);
  expect(said).toHaveLength(3);
});

test.each<[string, () => unknown]>([
  ['Escape', () => press('Escape')],
  ['Tab, where it moves nothing', () => press('Tab')],
  ['a press of the pointer', () => fireEvent.pointerDown(document.body)],
  ['leaving the window', () => fireEvent.blur(window)],
])('It is given up once by %s', (_, act) => {
  press('Shift');
  act();
  act();
  expect(said).toEqual(['give up']);
});

test('A key with Ctrl gives up, and stays the browser’s', () => {
  expect(press('r', { ctrlKey: true })).toBe(true);
  expect(said).toEqual(['give up']);
});

test('After it was stopped nothing is said', () => {
  stop();
  expect(press('Escape')).toBe(true);
  expect(said).toEqual([]);
});
