import { paths } from '../routes';

/** A command by name, or a path to go to. */
export type Command =
  | 'above'
  | 'back'
  | 'below'
  | 'calendarBack'
  | 'calendarForward'
  | 'calendarToday'
  | 'delete'
  | 'filterByTag'
  | 'find'
  | 'lift'
  | 'menu'
  | 'moveDown'
  | 'moveUp'
  | 'newNote'
  | 'newTask'
  | 'next'
  | 'noteLine'
  | 'open'
  | 'pickDay'
  | 'pin'
  | 'previous'
  | 'quickAdd'
  | 'redo'
  | 'rename'
  | 'renameTag'
  | 'selectAbove'
  | 'selectAll'
  | 'selectBelow'
  | 'shortcuts'
  | 'signOut'
  | 'subtasks'
  | 'tick'
  | 'toToday'
  | 'undo'
  | 'undoShown'
  | `/${string}`;

type Place = 'Everywhere' | 'In a list and on the wall' | 'In the calendar' | 'Go to';

export type Shortcut = {
  command: Command;
  /** Alternative shortcuts, e.g. `n`, `Mod+k` (Ctrl, on a Mac Cmd), or two keys in sequence: `g t`. */
  keys: readonly string[];
  words: string;
  where: Place;
  /** Also works while a field has the focus. */
  isForFields?: true;
  /** Handled by the browser; listed in the dialog only. */
  isNative?: true;
};

/** All shortcuts, for the listener and for the list of shortcuts. */
export const keyMap: readonly Shortcut[] = [
  { command: 'newTask', keys: ['n'], words: 'New task', where: 'Everywhere' },
  { command: 'newNote', keys: ['w'], words: 'New note', where: 'Everywhere' },
  { command: 'quickAdd', keys: ['q'], words: 'Quick add', where: 'Everywhere' },
  { command: 'find', keys: ['/'], words: 'Find', where: 'Everywhere' },
  {
    command: 'find',
    keys: ['Mod+k'],
    words: 'Find, even while typing',
    where: 'Everywhere',
    isForFields: true,
  },
  { command: 'undo', keys: ['Mod+z'], words: 'Undo', where: 'Everywhere' },
  { command: 'undoShown', keys: ['z'], words: 'Undo, while its message is shown', where: 'Everywhere' },
  { command: 'redo', keys: ['Mod+Shift+z'], words: 'Redo', where: 'Everywhere' },
  { command: 'back', keys: ['Escape'], words: 'Back', where: 'Everywhere', isForFields: true },
  { command: 'shortcuts', keys: ['?'], words: 'Keyboard shortcuts', where: 'Everywhere' },
  { command: 'next', keys: ['j', 'ArrowRight'], words: 'Next', where: 'In a list and on the wall' },
  { command: 'previous', keys: ['k', 'ArrowLeft'], words: 'Previous', where: 'In a list and on the wall' },
  { command: 'below', keys: ['ArrowDown'], words: 'Down', where: 'In a list and on the wall' },
  { command: 'above', keys: ['ArrowUp'], words: 'Up', where: 'In a list and on the wall' },
  { command: 'open', keys: ['Enter'], words: 'Open', where: 'In a list and on the wall', isNative: true },
  { command: 'tick', keys: ['x'], words: 'Tick off', where: 'In a list and on the wall' },
  {
    command: 'subtasks',
    keys: ['o'],
    words: 'Show or hide the subtasks of a task',
    where: 'In a list and on the wall',
  },
  {
    command: 'noteLine',
    keys: ['a'],
    words: 'Write a note on the wall',
    where: 'In a list and on the wall',
  },
  { command: 'pin', keys: ['p'], words: 'Pin a note', where: 'In a list and on the wall' },
  { command: 'delete', keys: ['Delete'], words: 'Delete', where: 'In a list and on the wall' },
  { command: 'toToday', keys: ['t'], words: 'Move to today', where: 'In a list and on the wall' },
  { command: 'pickDay', keys: ['d'], words: 'Pick a day for a task', where: 'In a list and on the wall' },
  {
    command: 'menu',
    keys: ['m'],
    words: 'Menu of a task or note',
    where: 'In a list and on the wall',
  },
  { command: 'rename', keys: ['F2'], words: 'Rename a task', where: 'In a list and on the wall' },
  {
    command: 'lift',
    keys: ['l'],
    words: 'Pick up a task or note: then arrows, Enter or Esc',
    where: 'In a list and on the wall',
  },
  {
    command: 'moveUp',
    keys: ['Alt+ArrowUp'],
    words: 'Move a task up within its day, or a list in the sidebar',
    where: 'In a list and on the wall',
  },
  {
    command: 'moveDown',
    keys: ['Alt+ArrowDown'],
    words: 'Move a task down within its day, or a list in the sidebar',
    where: 'In a list and on the wall',
  },
  {
    command: 'selectBelow',
    keys: ['Shift+ArrowDown'],
    words: 'Select downwards',
    where: 'In a list and on the wall',
  },
  {
    command: 'selectAbove',
    keys: ['Shift+ArrowUp'],
    words: 'Select upwards',
    where: 'In a list and on the wall',
  },
  { command: 'selectAll', keys: ['Mod+a'], words: 'Select all', where: 'In a list and on the wall' },
  {
    command: 'calendarBack',
    keys: ['b'],
    words: 'Calendar: previous month or week',
    where: 'In the calendar',
  },
  { command: 'calendarToday', keys: ['c'], words: 'Calendar: today', where: 'In the calendar' },
  {
    command: 'calendarForward',
    keys: ['f'],
    words: 'Calendar: next month or week',
    where: 'In the calendar',
  },
  { command: paths.day, keys: ['g d'], words: 'My day', where: 'Go to' },
  { command: paths.calendar, keys: ['g c'], words: 'Calendar', where: 'Go to' },
  { command: paths.today, keys: ['g t'], words: 'Today', where: 'Go to' },
  { command: paths.upcoming, keys: ['g u'], words: 'Upcoming', where: 'Go to' },
  { command: paths.previous, keys: ['g p'], words: 'Previous', where: 'Go to' },
  { command: paths.wall, keys: ['g s'], words: 'Sticky Wall', where: 'Go to' },
  { command: paths.personal, keys: ['g e'], words: 'Personal', where: 'Go to' },
  { command: paths.work, keys: ['g w'], words: 'Work', where: 'Go to' },
  { command: paths.noDate, keys: ['g n'], words: 'No date', where: 'Go to' },
];

/**
 * The command of a key that follows the key `before` (null: not a sequence). `isText`: the key is meant as text, in a
 * field or on a page for typing.
 */
export function commandOf(key: string, before: string | null, isText: boolean): Command | null {
  const pressed = before === null ? key : `${before} ${key}`;
  const shortcut = keyMap.find(({ keys, isNative }) => keys.includes(pressed) && !isNative);
  return shortcut && (shortcut.isForFields || !isText) ? shortcut.command : null;
}

/** Whether the key begins a two-key shortcut. */
export const isPrefix = (key: string) =>
  keyMap.some(({ keys }) => keys.some(each => each.startsWith(`${key} `)));
