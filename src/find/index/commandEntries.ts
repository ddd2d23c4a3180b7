import { CALENDAR_ADDRESS_ID, paths } from '../../routes';
import { keyMap, type Command } from '../../keyboard/keyMap';
import { GROUPS, type Entry, type Found } from './entry';

type Named = { command: Command; words: string; keys: string | null };

/** A phone has no keyboard. */
const hasKeys = !globalThis.matchMedia?.('(hover: none) and (pointer: coarse)').matches;

/** Commands that the palette does not list. */
const ELSEWHERE: readonly Command[] = [
  'find',
  'back',
  'undoShown',
  ...(hasKeys ? [] : ['shortcuts' as const]),
];

/** Commands without a keyboard shortcut. */
const withoutKeys: Named[] = (
  [
    [paths.done, 'Done'],
    [paths.trash, 'Trash'],
    [paths.account, 'Account'],
    [paths.settings, 'Settings'],
    [`${paths.settings}#${CALENDAR_ADDRESS_ID}`, 'Calendar address'],
    [paths.data, 'Export and import'],
    [paths.sync, 'Sync history'],
    ['renameTag', 'Rename tag…'],
    ['filterByTag', 'Filter by a tag…'],
    ['signOut', 'Sign out'],
  ] as const
).map(([command, words]) => ({ command, words, keys: null }));

/** Places whose commands need what is on the page. */
const ON_A_PAGE = ['In a list and on the wall', 'In the calendar'];

/** All commands of the palette, in the order in which it lists them. */
export const commands: readonly Named[] = [
  ...keyMap
    .filter(({ command, where }) => !ON_A_PAGE.includes(where) && !ELSEWHERE.includes(command))
    .map(({ command, words, keys }) => ({ command, words, keys: hasKeys ? keys[0]! : null })),
  ...withoutKeys,
];

const keyOf = (command: Command) => `command ${command}`;

/** The commands as entries of the index. */
export const commandEntries: Entry[] = commands.map(({ command, words }) => ({
  key: keyOf(command),
  title: words,
  text: '',
  group: GROUPS.command,
  since: '',
}));

/** The results for an empty query. */
export const allCommands: Found[] = commands.map(({ command, words }) => ({
  key: keyOf(command),
  title: { text: words, matches: [] },
  excerpt: null,
}));
