import { paths } from '../app/paths';
import { keyMap, type Command } from '../keyboard/keyMap';
import { GROUPS, type Entry, type Found } from './entry';

type Named = { command: Command; words: string; keys: string | null };

/** What is done to a focused row, or needs no palette, is not in it. */
const ELSEWHERE: readonly Command[] = ['find', 'back'];

/** What has a name and no key. */
const withoutKeys: Named[] = (
  [
    ['newNote', 'New note'],
    [paths.done, 'Done'],
    [paths.trash, 'Trash'],
    [paths.account, 'Account'],
    [paths.data, 'Your data: export, import'],
    ['signOut', 'Sign out'],
  ] as const
).map(([command, words]) => ({ command, words, keys: null }));

/** What can be done from anywhere, in the order in which an empty palette lists it. */
export const commands: readonly Named[] = [
  ...keyMap
    .filter(({ command, where }) => where !== 'In a list and on the wall' && !ELSEWHERE.includes(command))
    .map(({ command, words, keys }) => ({ command, words, keys: keys[0]! })),
  ...withoutKeys,
];

const keyOf = (command: Command) => `command ${command}`;

/** Commands are found as everything else is. */
export const commandEntries: Entry[] = commands.map(({ command, words }) => ({
  key: keyOf(command),
  title: words,
  text: '',
  group: GROUPS.command,
  since: '',
}));

/** What a palette offers before anything is typed. */
export const allCommands: Found[] = commands.map(({ command, words }) => ({
  key: keyOf(command),
  title: { text: words, marks: [] },
  excerpt: null,
}));
