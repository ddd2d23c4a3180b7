import { GONE, isTickField, withFirstWords } from './boxes';
import type { Act, Entry, Fields } from './history';
import { judgeLook } from './looks';

/** An item at the end, on the server or a screen. */
export interface Found {
  item: string;
  fields: Record<string, string>;
  isDone: boolean;
}
type Stored = Found & { key: string };

/** Acts that bring an item (back) into its list. */
const COMES: readonly Act[] = ['restore', 'undoDelete', 'keepAsNew'];
/** Acts that bring back an item that another device has deleted. */
const EDITS: readonly Act[] = ['edit', 'undoEdit', 'box', 'undoBox', 'takeTheirs', 'retag', 'undoRetag'];
const isOf =
  (...acts: Act[]) =>
  ({ act }: Entry) =>
    acts.includes(act);

/**
 * Returns the faults of one item from its history and the server's data: none if every accepted operation took effect
 * exactly once and every superseded value was superseded knowingly. `retags` are the changes of tags on all items.
 */
export function judgeItem(
  item: string,
  entries: Entry[],
  found: Stored[],
  trashed: Stored[],
  look: Fields = {},
  retags: Entry[] = [],
): string[] {
  if (!isOf('add', 'import')(entries[0]!)) return [`${item}: nobody added it`];
  return [
    ...judgeExistence(entries, retags, found, trashed),
    ...judgeValues(entries, retags, ...withoutBeside(found, trashed)),
    ...judgeTags(entries, retags, [...found, ...trashed]),
    ...judgeMark(entries, found, trashed),
    ...(isOnlyRecord(found) && !entries.some(isOf('keepAsNew', 'discard')) && !wasParted(entries, trashed)
      ? judgeLook(entries, { ...look, taskTime: found[0]!.fields['taskTime'] ?? '' })
      : []),
  ].map(words => `${item}: ${words}`);
}

/** The suffix of another version's key: the trash keeps that version of a record that two devices changed. */
export const OTHER_VERSION = /(-other-\w+)+$/;
/** A stored version keeps the look that the item had at that time. */
const isOnlyRecord = ([first, ...more]: Stored[]) =>
  first !== undefined && more.length === 0 && !OTHER_VERSION.test(first.key);
/** Whether another version may have been restored, chosen for by its own look, and deleted again. */
const wasParted = (entries: Entry[], trashed: Stored[]) =>
  entries.some(isOf('restore')) && trashed.some(({ key }) => OTHER_VERSION.test(key));
/** How many records these versions are of. */
const recordsIn = (versions: Stored[]) =>
  new Set(versions.map(({ key }) => key.replace(OTHER_VERSION, ''))).size;

/** Checks that nothing is lost, duplicated or resurrected. */
function* judgeExistence(entries: Entry[], retags: Entry[], found: Stored[], trashed: Stored[]) {
  const deletes = entries.filter(isOf('delete'));
  const revivals = entries.filter(isOf(...COMES));
  const newOnes = entries.filter(isOf('keepAsNew')).length;
  const copies = recordsIn([...found, ...trashed]);
  const isAdded = entries[0]!.isAccepted;

  if (copies === 0 && isAdded) yield 'is lost: neither in its list nor in the trash';
  if (found.length === 0 && isAdded && deletes.length === 0) yield 'is gone, and nobody deleted it';
  if (copies > 1 + newOnes) yield `is there ${copies} times`;
  for (const { key } of found)
    if (trashed.some(copy => copy.key === key)) yield `is in its list and in the trash under ${key}`;

  const existence = [...deletes, ...revivals].sort((a, b) => a.number - b.number);
  const last = existence.filter(({ isAccepted }) => isAccepted).at(-1);
  if (!last) return;
  // An edit restores an item that another device deleted.
  const isKept = [...entries, ...retags].some(
    edit => isOf(...EDITS)(edit) && deletes.some(deletion => !isOneDevice([deletion, edit])),
  );
  if (found.length > 0 && revivals.length === 0 && !isKept) yield 'was deleted and is back';
  if (found.length === 0 && last.act === 'keepAsNew') yield 'kept as new, is lost';
  const isSure = isOneDevice(existence) && existence.every(({ isAccepted }) => isAccepted);
  if (isSure && found.length === 0 && last.act !== 'delete')
    yield `is gone after #${last.number} (${last.act})`;
  // Two versions that were deleted together are separate records once both are restored; a deletion concerns one of
  // them.
  const isOneRecord =
    revivals.length < 2 || ![...found, ...trashed].some(({ key }) => OTHER_VERSION.test(key));
  if (isSure && found.length > 0 && last.act === 'delete' && newOnes === 0 && isOneRecord && !isKept)
    yield `is there after #${last.number} deleted it`;
}

/**
 * Checks that an entered value is there at the end, or that somebody saw it and replaced or rejected it. A value that
 * Undo entered again must be replaced again, unless another device changed the field too: then Undo may have left it.
 */
function* judgeValues(all: Entry[], retags: Entry[], listed: Stored[], deleted: Stored[]) {
  const { entries, found: stored } = withFirstWords(all, [...listed, ...deleted]);
  const [found, trashed] = [stored.slice(0, listed.length), stored.slice(listed.length)];
  for (const { fields } of [...found, ...trashed])
    for (const [field, value] of Object.entries(fields))
      if (!entries.some(entry => entry.fields[field] === value))
        yield `${field} is ${JSON.stringify(value)}, which nobody entered`;

  // After two versions were deleted together, each stays in the trash until it is restored.
  const others = trashed.filter(
    ({ key }) => OTHER_VERSION.test(key) || found.some(item => OTHER_VERSION.test(item.key)),
  );
  const versions = found.length > 0 ? [...found, ...others] : trashed;
  const [only] = versions;
  if (!only || recordsIn(versions) > 1 || entries.some(isOf('keepAsNew'))) return;
  const ticks = entries.flatMap(({ fields }) => Object.keys(fields).filter(isTickField));
  for (const field of new Set([...Object.keys(only.fields), ...ticks]))
    for (const value of new Set(entries.flatMap(({ fields }) => fields[field] ?? []))) {
      if (value === GONE) continue; // the judgement of the description covers a replaced line
      const entered = entries.filter(
        entry =>
          entry.isAccepted &&
          entry.fields[field] === value &&
          !mayStay(entry, field, [...entries, ...retags]),
      );
      const gaveWay = entries.filter(entry => isGivenUp(entry, field, value)).length;
      if (versions.every(({ fields }) => fields[field] !== value) && entered.length > gaveWay)
        yield `${field} ${JSON.stringify(value)} of #${entered.at(-1)!.number} gave way to ${JSON.stringify(only.fields[field])} unseen`;
    }
}

/** Versions without tags, which change on all items at once, and without the time, of which the last one counts. */
const withoutBeside = (...lists: [Stored[], Stored[]]) =>
  lists.map(list =>
    list.map(({ fields: { tags: _tags, taskTime: _time, ...fields }, ...item }) => ({ ...item, fields })),
  ) as [Stored[], Stored[]];

/** Checks that a task has the tag that it was written with, once, by one of the names that it was given. */
function* judgeTags(entries: Entry[], retags: Entry[], versions: Stored[]) {
  const names = new Set(entries.flatMap(({ fields }) => fields['tags'] ?? []));
  let known = -1;
  while (known !== names.size) {
    known = names.size;
    for (const { fields } of retags) if (names.has(fields['from']!)) names.add(fields['to']!);
  }
  for (const { fields, key } of versions)
    if (fields['tags'] !== undefined && !names.has(fields['tags']))
      yield `has the tags ${JSON.stringify(fields['tags'])} under ${key} instead of ${[...names].join(' or ')}`;
}

/** Whether an Undo may have left a field as another device changed it, or the item as another device deleted it. */
const mayStay = (entry: Entry, field: string, entries: Entry[]) =>
  entry.act.startsWith('undo') &&
  entries.some(
    other =>
      (other.act === 'delete' ||
        (field in other.fields && other.act !== 'add') ||
        (field === 'taskName' && isOf('retag', 'undoRetag')(other))) &&
      !isOneDevice([entry, other]),
  );

/** Whether this entry replaced the value knowingly, or decided against it. */
const isGivenUp = ({ base, fields, givenUp }: Entry, field: string, value: string) =>
  givenUp[field] === value || (base[field] === value && field in fields && fields[field] !== value);

/**
 * Checks the tick of an item that one device alone ticked: its last choice counts. Versions that were deleted
 * together each have a tick once one is restored; any of them may show.
 */
function* judgeMark(entries: Entry[], found: Stored[], trashed: Stored[]) {
  const ticks = entries.filter(({ isDone }) => isDone !== undefined);
  const isSure = isOneDevice(ticks) && ticks.every(({ isAccepted }) => isAccepted);
  if (!isSure || entries.some(isOf('keepAsNew', 'discard'))) return;
  const all = [...found, ...trashed];
  const parting = all.some(({ key }) => OTHER_VERSION.test(key)) ? entries.find(isOf(...COMES)) : undefined;
  const isBefore = ({ number }: Entry) => !parting || number < parting.number;
  const last = ticks.filter(isBefore).at(-1)?.isDone ?? false;
  const possible = new Set([...ticks.filter(tick => !isBefore(tick)).map(tick => tick.isDone!), last]);
  // A stored version keeps the tick that the item had at that time.
  for (const { isDone, key } of all)
    if (!OTHER_VERSION.test(key) && !possible.has(isDone))
      yield `is ${isDone ? 'done' : 'to be done'} under ${key}, unlike it was ticked last`;
}

/** Whether one device did all of it: only the changes of a single device have an order that is certain. */
const isOneDevice = (entries: Entry[]) => new Set(entries.map(({ by }) => by.charAt(0))).size <= 1;

/** Differences between the server and a screen. */
export function compare(screen: string, server: Found[], itemsOfScreen: Found[]): string[] {
  const count = (all: Found[]) => {
    const counts = new Map<string, number>();
    for (const { item, fields, isDone } of all) {
      const words = `${item} ${JSON.stringify(Object.entries(fields).sort())}${isDone ? ' done' : ''}`;
      counts.set(words, (counts.get(words) ?? 0) + 1);
    }
    return counts;
  };
  const [onServer, onScreen] = [count(server), count(itemsOfScreen)];
  return [...new Set([...onServer.keys(), ...onScreen.keys()])]
    .filter(words => onServer.get(words) !== onScreen.get(words))
    .map(
      words =>
        `${screen} shows ${onScreen.get(words) ?? 0} and the server has ${onServer.get(words) ?? 0} of ${words}`,
    );
}
