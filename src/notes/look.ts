import { isObject } from '../../shared/json';
import { isPlace } from '../lib/place';
import { isPushKey, pushKeyNumber, pushKeyTime } from '../lib/pushKeyTime';
import type { Json } from '../services/database';

/** The papers of notes, by their stored names. Without a choice, the key determines one of the first five. */
export const PAPERS = ['lemon', 'peach', 'mint', 'sky', 'lilac', 'rose', 'sand', 'teal', 'chalk'] as const;
export type Paper = (typeof PAPERS)[number];

/** The colour, pin and place of a note; stored beside it under `ext/looks/{fireId}`. */
export type Look = {
  /** Null: the note's key determines the paper. */
  colour: Paper | null;
  isPinned: boolean;
  /** The note's place in the order of the wall (fractional indexing, base 62). Null: ordered by its time of creation. */
  place: string | null;
};

export const noLook: Look = { colour: null, isPinned: false, place: null };

/** The number of papers among which a note's key chooses. */
export const DRAWN = 5;

/** A number below 9973 derived from a note's key; it never changes. */
export function drawnBy(key: string): number {
  let hash = 0;
  for (const character of key) hash = (hash * 31 + character.charCodeAt(0)) % 9973;
  return hash;
}
export const drawnPaper = (key: string): Paper => PAPERS[drawnBy(key) % DRAWN]!;

const isPaper = (value: unknown): value is Paper => (PAPERS as readonly unknown[]).includes(value);

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The first character of a place whose integer part has nine characters (lib/place.ts). */
const HEAD_OF_TIME = 'h';

/** Parses a stored look; null when it has none of the known properties. Unknown properties are dropped. */
export function lookOfStored(value: Json): Look | null {
  if (!isObject(value)) return null;
  const { colour, pinned, place } = value;
  const look = {
    colour: isPaper(colour) ? colour : null,
    isPinned: pinned === true,
    place: isPlace(place) ? place : null,
  };
  return look.colour === null && !look.isPinned && look.place === null ? null : look;
}

/** Properties of a look in their stored form, with null for those not set. */
export function storedOfLook({ colour, isPinned, place }: Partial<Look>): Record<string, Json> {
  return {
    ...(colour !== undefined && { colour }),
    ...(isPinned !== undefined && { pinned: isPinned || null }),
    ...(place !== undefined && { place }),
  };
}

/** A number from 0 to `62 ** length - 1` as base-62 digits. */
function digitsOf(number: number, length: number): string {
  let digits = '';
  for (let rest = number; digits.length < length; rest = Math.floor(rest / 62))
    digits = DIGITS[rest % 62]! + digits;
  return digits;
}

/** Greater than every time, because later notes come first. */
const END = 62 ** 8 - 1;
/** Greater than the value of six characters of a key, which takes seven digits. */
const PART = 64 ** 6;

/**
 * The place of a note that was never moved: newest first, in the format of chosen places. The key's random part
 * follows the time, so that notes imported in one millisecond differ: a move among them changes only one place.
 */
export function placeByTime(fireId: string): string {
  const time = pushKeyTime(fireId);
  const whole = HEAD_OF_TIME + digitsOf(END - (time ?? 0), 8);
  if (time === null) return whole;
  const rest = [8, 14].map(from => digitsOf(PART - 1 - pushKeyNumber(fireId.slice(from, from + 6)), 7));
  return (whole + rest.join('')).replace(/(?<=.{9})0+$/, '');
}

type Hanging = Look & { notesFireId: string };

/** The place of a note: the chosen one, else the one by its time. */
export const placeOf = ({ place, notesFireId }: Hanging) => place ?? placeByTime(notesFireId);

/** The order of the wall: pinned notes first, then by place, and at equal places the newer key first. */
export function byPlace(a: Hanging, b: Hanging): number {
  if (a.isPinned !== b.isPinned) return a.isPinned ? -1 : 1;
  // Two notes that were never moved are compared by their keys, which gives the same order without computing places.
  const isByKey = a.place === b.place && isPushKey(a.notesFireId) && isPushKey(b.notesFireId);
  const [placeA, placeB] = isByKey ? ['', ''] : [placeOf(a), placeOf(b)];
  if (placeA !== placeB) return placeA < placeB ? -1 : 1;
  return a.notesFireId > b.notesFireId ? -1 : a.notesFireId < b.notesFireId ? 1 : 0;
}
