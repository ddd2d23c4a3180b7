import { isNoTime, isRequest, mayPrecedeTime } from './context';
import { folded, LONGEST_PHRASE_WORDS } from './phrases';
import { leadOf, readTime, standsAlone, type FoundTime, type Lead } from './readTime';
import type { Word } from './repeatIn';

/** `words` are those of the time and its preposition; the phrase has a preposition only where a bare hour needs it. */
export type TakenTime = { found: FoundTime; phrase: string; words: Word[]; rest: Word[]; lead: Lead };

/** As in `17 h 30`, `18 Uhr 30`. */
const LONGEST_TIME_WORDS = 3;
const LONGEST_LEAD_WORDS = 2;
const SENTENCE_END = /[.!,;]+$/;
/** A phrase without digits is a time only by its last word. */
const MAY_BE_TIME =
  /\p{Nd}|(?:noon|midday|midnight|mittag|mitternacht|midi|minuit|mediodía|medianoche)\P{L}*$/iu;
const DATE = /^\d+\.\d+\.$/;
const DIGIT = /\p{Nd}/u;
const joined = (words: Word[]) => words.map(({ text }) => text).join(' ');

/** The preposition at the end of some words, and its length in words. */
function leadAtEnd(words: Word[], language: string): { lead: Lead; length: number } {
  for (let length = LONGEST_LEAD_WORDS; length > 0; length--) {
    const lead = length <= words.length ? leadOf(folded(joined(words.slice(-length))), language) : null;
    if (lead) return { lead, length };
  }
  return { lead: null, length: 0 };
}

/** The longest time at the end of some words, with its preposition; a `@` may touch it. */
export function timeAtEnd(words: Word[], language: string): TakenTime | undefined {
  if (!MAY_BE_TIME.test(joined(words.slice(-LONGEST_TIME_WORDS)))) return undefined;
  for (let length = Math.min(LONGEST_TIME_WORDS, words.length); length > 0; length--) {
    // Digits are in its first or second word: `PM 5:30`.
    if (length > 1 && !DIGIT.test(joined(words.slice(-length).slice(0, 2)))) continue;
    const [before, taken] = [words.slice(0, -length), words.slice(-length)];
    const { lead, length: leadLength } = leadAtEnd(before, language);
    const typed = joined(taken);
    // `05.01.` is a day.
    for (const text of DATE.test(typed) ? [] : [typed, typed.replace(SENTENCE_END, '')]) {
      const close = text.startsWith('@') ? leadOf('@', language) : null;
      const time = close ? text.slice(1) : text;
      const found = readTime(time, close ?? lead, language);
      if (!found) continue;
      const rest = before.slice(0, before.length - leadLength);
      const phrase = readTime(time, null, language)
        ? time
        : joined(words.slice(rest.length)).replace(SENTENCE_END, '');
      return { found, phrase: folded(phrase), words: words.slice(rest.length), rest, lead: close ?? lead };
    }
  }
  return undefined;
}

/** Whether a time at the end, right behind no day, rather belongs to the title: 'before 5pm', 'Psalm 23:14', '9 bis 10 Uhr'. */
export function isTimeOfTitle(
  { found, phrase, rest, lead }: TakenTime,
  language: string,
  hasDay: boolean,
): boolean {
  const title = rest.map(({ text }) => folded(text).replace(/[,;]$/, ''));
  if (title.length === 0) return false;
  if (!lead && !hasDay && !standsAlone(found, phrase)) return true;
  if (!mayPrecedeTime(title.at(-1)!, language)) return true;
  if (!lead && isNoTime(title)) return true;
  // A span: '9 bis 10 Uhr', 'de 9 à 10h'.
  const mayEndSpan = lead !== null && (lead.kind === 'by' || language.startsWith('fr'));
  return timeAtEnd(rest, language) !== undefined || (mayEndSpan && /^\d+$/.test(title.at(-1)!));
}

/**
 * A time at the beginning of a request: '9:30 dentist', not a bare hour nor noon; or before a colon, alone or behind a
 * day: 'fri at 5: call Ana'. `isDay` says whether some words are one.
 */
export function timeAtBeginning(
  words: Word[],
  language: string,
  isDay: (words: string) => boolean,
): TakenTime | undefined {
  const colon = words.slice(0, LONGEST_PHRASE_WORDS).findIndex(({ text }) => text.endsWith(':'));
  if (colon >= 0) {
    const [before, rest] = [withoutColon(words.slice(0, colon + 1)), words.slice(colon + 1)];
    const time = timeAtEnd(before, language);
    const day = time?.rest ?? [];
    if (!time || (day.length > 0 && !isDay(joined(day)))) return undefined;
    const kept = day.map((word, at) => (at < day.length - 1 ? word : { ...word, text: `${word.text}:` }));
    return { ...time, words: words.slice(day.length, colon + 1), rest: [...kept, ...rest] };
  }
  if (!DIGIT.test(joined(words.slice(0, 2)))) return undefined;
  for (let length = Math.min(LONGEST_TIME_WORDS + 1, words.length - 1); length > 0; length--) {
    const time = timeAtEnd(words.slice(0, length), language);
    const rest = words.slice(length);
    const title = rest.map(({ text }) => folded(text));
    const isTime = time?.rest.length === 0 && readTime(time.phrase, null, language)?.isWord === false;
    if (isTime && isRequest(title) && !isNoTime(title) && !isDay(joined(rest))) return { ...time, rest };
  }
  return undefined;
}

/** The words without the colon, and the blank before it, of their last one. */
const withoutColon = (words: Word[]): Word[] =>
  words
    .map((word, at) => (at < words.length - 1 ? word : { ...word, text: word.text.slice(0, -1) }))
    .filter(({ text }) => text !== '');
