import { isPlace } from '../lib/place';
import { isPushKey, pushKeyNumber, pushKeyTime } from '../lib/pushKeyTime';
import type { Json } from '../services/database';

/** The papers that a note can be written on, by their names as they are stored; the first five are drawn by key too. */
export const PAPERS = ['lemon', 'peach', 'mint', 'sky', 'lilac', 'rose', 'sand', 'teal', 'chalk'] as const;
export type Paper = (typeof PAPERS)[number];

/** How a note looks and where it hangs; it lies beside the note under `ext/looks/{fireId}`. */
export type Look = {
  /** Null: the paper is drawn from the note's key. */
  colour: Paper | null;
  isPinned: boolean;
  /** Sorts by its characters (fractional indexing, base 62). Null: by the time at which the note was made. */
  place: string | null;
};

export const noLook: Look = { colour: null, isPinned: false, place: null };

/** Where nobody chose, one of the first so many papers. */
export const DRAWN = 5;

/** A number below 9973 that is drawn from a note's key, the same every day. */
export function drawnBy(key: string): number {
  let hash = 0;
  for (const character of key) hash = (hash * 31 + character.charCodeAt(0)) % 9973;
  return hash;
}
export const drawnPaper = (key: string): Paper => PAPERS[drawnBy(key) % DRAWN]!;

const isPaper = (value: unknown): value is Paper => (PAPERS as readonly unknown[]).includes(value);

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The head of a place whose whole part has nine characters (lib/place.ts). */
const HEAD_OF_TIME = 'h';

/** The look that a stored value says, null when it says none; what this version does not know is left out. */
export function lookOfStored(value: Json): Look | null {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
  const { colour, pinned, place } = value;
  const look = {
    colour: isPaper(colour) ? colour : null,
    isPinned: pinned === true,
    place: isPlace(place) ? place : null,
  };
  return look.colour === null && !look.isPinned && look.place === null ? null : look;
}

/** A part of a look as it is stored: the values by their names, null for what is not set. */
export function storedOfLook({ colour, isPinned, place }: Partial<Look>): Record<string, Json> {
  return {
    ...(colour !== undefined && { colour }),
    ...(isPinned !== undefined && { pinned: isPinned || null }),
    ...(place !== undefined && { place }),
  };
}

/** A number from 0 to `62 ** length - 1` in so many digits. */
function digitsOf(number: number, length: number): string {
  let digits = '';
  for (let rest = number; digits.length < length; rest = Math.floor(rest / 62))
    digits = DIGITS[rest % 62]! + digits;
  return digits;
}

/** Later than every time: what is made later hangs further up. */
const END = 62 ** 8 - 1;
/** Six characters of a key are less than this; they take seven digits. */
const PART = 64 ** 6;

/**
 * The place of a note that nobody moved: the newest first, in the form of chosen places. The rest of the key follows the
 * time, so that notes that were imported in one millisecond differ: a move among them needs one new place.
 */
export function placeByTime(fireId: string): string {
  const time = pushKeyTime(fireId);
  const whole = HEAD_OF_TIME + digitsOf(END - (time ?? 0), 8);
  if (time === null) return whole;
  const rest = [8, 14].map(from => digitsOf(PART - 1 - pushKeyNumber(fireId.slice(from, from + 6)), 7));
  return (whole + rest.join('')).replace(/(?<=.{9})0+$/, '');
}

type Hanging = Look & { notesFireId: string };

/** The place of a note, chosen or by its time. */
export const placeOf = ({ place, notesFireId }: Hanging) => place ?? placeByTime(notesFireId);

/** The order of the wall: what is pinned first, then by place; of two in one place the newer key first. */
export function byPlace(a: Hanging, b: Hanging): number {
  if (a.isPinned !== b.isPinned) return a.isPinned ? -1 : 1;
  // Of two that nobody moved the keys say the same, without two places to be made.
  const isByKey = a.place === b.place && isPushKey(a.notesFireId) && isPushKey(b.notesFireId);
  const [placeA, placeB] = isByKey ? ['', ''] : [placeOf(a), placeOf(b)];
  if (placeA !== placeB) return placeA < placeB ? -1 : 1;
  return a.notesFireId > b.notesFireId ? -1 : a.notesFireId < b.notesFireId ? 1 : 0;
}
