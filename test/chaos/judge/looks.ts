import { byPlace, lookOfStored, noLook } from '../../../src/notes/look';
import type { Json } from '../../../src/services/database';
import type { Entry, Fields } from './history';

/** The parts of a note's look as values of entries; what is not set is ''. */
export const LOOK_PARTS = ['colour', 'pinned', 'place'] as const;
/** The choice of a step whose tab died before it could be read. */
export const UNKNOWN = '?';

/** A stored look as the values of an entry. */
export function lookFields(stored: Json): Fields {
  const { colour, isPinned, place } = lookOfStored(stored) ?? noLook;
  return { colour: colour ?? '', pinned: isPinned ? 'yes' : '', place: place ?? '' };
}

const deviceOf = ({ by }: Entry) => by.charAt(0);
const endOf = ({ acceptedAt, number }: Entry) => acceptedAt ?? number;

/**
 * The values that a part of a look may have at the end: those that no later value replaced. A later value replaces
 * one if its user saw it, or if the same device accepted it before. Each look begins with ''.
 */
function possibleValues(part: string, entries: Entry[]): Set<string> {
  const all = entries.filter(({ fields }) => part in fields);
  const accepted = all.filter(({ isAccepted }) => isAccepted);
  const replaces = (later: Entry, { ...earlier }: Entry) => {
    if (later.number <= endOf(earlier)) return false;
    if (deviceOf(later) === deviceOf(earlier)) return true;
    const value = earlier.fields[part]!;
    const isSeen = value !== '' && later.base[part] === value;
    return isSeen && all.filter(({ fields }) => fields[part] === value).length === 1;
  };
  /** Whether an Undo may have found the note deleted, and left its look for whoever restores it. */
  const mayStay = (undo: Entry) =>
    undo.act.startsWith('undo') &&
    entries.some(other => other.act === 'delete' && deviceOf(other) !== deviceOf(undo));
  const sure = accepted.filter(entry => !mayStay(entry));
  const left = all.filter(entry => !sure.some(later => later !== entry && replaces(later, entry)));
  return new Set([...(accepted.length === 0 ? [''] : []), ...left.map(({ fields }) => fields[part]!)]);
}

/** Faults in the look or time of an item that is listed once: each part must have the last value that somebody chose. */
export function judgeLook(entries: Entry[], look: Fields): string[] {
  return [...LOOK_PARTS, 'taskTime'].flatMap(part => {
    const possible = possibleValues(part, entries);
    const value = look[part] ?? '';
    if (possible.has(value) || possible.has(UNKNOWN)) return [];
    return [
      `${part} is ${JSON.stringify(value)} instead of ${[...possible].map(allowed => JSON.stringify(allowed)).join(' or ')}`,
    ];
  });
}

/** A card of the wall, on the server or on a screen. */
export type Hung = { key: string; item: string; colour: string; pinned: string };

/** The server's notes in the order of the wall. */
export function wallOf(notes: { key: string; item: string }[], looks: Record<string, Json>): Hung[] {
  return notes
    .map(({ key, item }) => ({ item, notesFireId: key, ...(lookOfStored(looks[key] ?? null) ?? noLook) }))
    .sort(byPlace)
    .map(({ item, notesFireId: key, colour, isPinned }) => ({
      ...{ key, item, colour: colour ?? '' },
      pinned: isPinned ? 'yes' : '',
    }));
}

/**
 * Differences between a screen's wall and the server's: order, colours, pins. A note without a colour may have any
 * paper.
 */
export function compareWalls(screen: string, server: Hung[], onScreen: Hung[]): string[] {
  const orderOf = (wall: Hung[]) => wall.map(({ item, key }) => `${item} ${key}`).join(', ');
  if (orderOf(server) !== orderOf(onScreen))
    return [`${screen} hangs ${orderOf(onScreen)}, and the server has ${orderOf(server)}`];
  return server.flatMap(({ item, colour, pinned }, at) => {
    const note = onScreen[at]!;
    const wrong = [];
    if (colour && note.colour !== colour)
      wrong.push(`${screen} shows ${item} ${note.colour}, and it is ${colour}`);
    if (note.pinned !== pinned) wrong.push(`${screen} shows ${item} ${note.pinned ? '' : 'not '}pinned`);
    return wrong;
  });
}
