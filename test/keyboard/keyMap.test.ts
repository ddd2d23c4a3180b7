import { commandOf, isPrefix, keyMap } from '../../src/keyboard/keyMap';

test.each<[string, string | null, boolean, string | null]>([
  ['n', null, false, 'newTask'],
  ['n', null, true, null],
  ['/', null, false, 'find'],
  ['/', null, true, null],
  ['Mod+k', null, false, 'find'],
  ['Mod+k', null, true, 'find'],
  ['z', null, false, 'undoShown'],
  ['Mod+z', null, false, 'undo'],
  ['Mod+z', null, true, null],
  ['Mod+Shift+z', null, false, 'redo'],
  ['Mod+Shift+z', null, true, null],
  ['Escape', null, false, 'back'],
  ['Escape', null, true, 'back'],
  ['j', null, false, 'next'],
  ['k', null, false, 'previous'],
  ['ArrowDown', null, false, 'below'],
  ['ArrowUp', null, false, 'above'],
  ['ArrowDown', null, true, null],
  ['Enter', null, false, null],
  ['x', null, false, 'tick'],
  ['Delete', null, false, 'delete'],
  ['Delete', null, true, null],
  ['?', null, false, 'shortcuts'],
  ['t', null, false, 'toToday'],
  ['t', null, true, null],
  ['m', null, false, 'menu'],
  ['d', null, false, 'pickDay'],
  ['l', null, false, 'lift'],
  ['Mod+a', null, false, 'selectAll'],
  ['Mod+a', null, true, null],
  ['d', null, true, null],
  ['a', null, false, 'noteLine'],
  ['a', null, true, null],
  ['d', 'g', false, '/day'],
  ['Shift+ArrowDown', null, false, 'selectBelow'],
  ['Shift+ArrowUp', null, false, 'selectAbove'],
  ['Shift+ArrowUp', null, true, null],
  ['g', null, false, null],
  ['t', 'g', false, '/tasks/today'],
  ['u', 'g', false, '/tasks/upcoming'],
  ['p', 'g', false, '/tasks/previous'],
  ['s', 'g', false, '/tasks/sticky-wall'],
  ['e', 'g', false, '/tasks/personal'],
  ['w', 'g', false, '/tasks/work'],
  ['n', 'g', false, '/tasks/no-date'],
  ['y', 'g', false, null],
  ['t', 'g', true, null],
])('%s behind %s, in a field: %j, is %j', (key, before, isInField, command) => {
  expect(commandOf(key, before, isInField)).toBe(command);
});

test('Only g waits for a second key', () => {
  const first = keyMap.flatMap(({ keys }) => keys).filter(isPrefix);
  expect(first).toEqual([]);
  expect(isPrefix('g')).toBe(true);
});

test('No key means two things', () => {
  const keys = keyMap.flatMap(each => each.keys);
  expect(new Set(keys).size).toBe(keys.length);
});
