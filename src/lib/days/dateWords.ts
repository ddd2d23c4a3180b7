import { attempt } from '../attempt';

/** Invisible signs of direction and hyphenation, which Intl and keyboards add. */
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code));

/** The value of a decimal digit of any script: the digits of a script follow each other. */
function valueOf(digit: string): string {
  const code = digit.codePointAt(0)!;
  let value = 0;
  while (value < 9 && isDigit(code - value - 1)) value += 1;
  return String(value);
}

/** Words of ASCII without apostrophes, one blank between them: most phrases are, and each key press reads many. */
const PLAIN = /^(?:[!-&(-~]| (?! ))*$/;

/** A text with the digits, blanks and apostrophes of English, and composed letters. */
export const plainSpelling = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text
        .normalize('NFKC')
        .replace(INVISIBLE, '')
        .replace(/['’ʼ]/g, '’')
        .replace(/\s+/g, ' ')
        .replace(/[^\P{Nd}0-9]/gu, valueOf);

const lower = (text: string) => plainSpelling(text).toLowerCase();

/** A formatter of days (UTC midnights) in a language: always of the Gregorian calendar. Null: Intl does not know it. */
export const dayFormat = (language: string, options: Intl.DateTimeFormatOptions) =>
  attempt(() => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC', calendar: 'gregory' })) ??
  null;

/** How a language writes dates. Names are in lower case; months count from 1, weekdays from 0 (Sunday). */
type DateWords = {
  weekdays: { long: readonly string[]; short: readonly string[] };
  isMonthFirst: boolean;
  hasDots: boolean;
  /** Years are counted from 543 BC, in the calendar that the language's people use. */
  isBuddhist: boolean;
  /** Matches the next name, number, or word between them. */
  token: RegExp;
  months: ReadonlyMap<string, number>;
  weekdayOf: ReadonlyMap<string, number>;
};

/** Languages written without blanks between words. */
const UNSPACED = /^(ja|zh|th|lo|km|my)\b/;
/** Spellings of people that Intl does not have. */
const OWN_MONTHS: Record<string, Record<string, number>> = { en: { sept: 9 } };
const OWN_BETWEEN: Record<string, readonly string[]> = { en: ['of', 'st', 'nd', 'rd', 'th'], fr: ['er'] };

const STYLES: Intl.DateTimeFormatOptions[] = (['long', 'short'] as const).flatMap(style => [
  { month: style },
  { month: style, day: 'numeric' },
  { month: style, day: 'numeric', year: 'numeric' },
  { weekday: style, month: style, day: 'numeric' },
  { weekday: style, month: style, day: 'numeric', year: 'numeric' },
  { weekday: style },
]);
/** A pattern of any of these words, the longest first; without words it never matches. */
const anyOf = (words: Iterable<string>) =>
  [...words]
    .sort((a, b) => b.length - a.length)
    .map(word => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|') || '(?!)';

function wordsOf(language: string): DateWords | null {
  const months = new Map<string, number>();
  const weekdayOf = new Map<string, number>();
  const between = new Set<string>();
  const put = (names: Map<string, number>, name: string, value: number) => {
    for (const each of [name, name.replace(/\.$/, ''), name.replaceAll('.', '')])
      if (!/^\d*$/.test(each) && !names.has(each)) names.set(each, value);
  };
  for (const style of STYLES) {
    const format = dayFormat(language, style);
    if (!format) return null;
    for (let at = 0; at < 12; at++) {
      // In 2024: each month, and each weekday at least once.
      const instant = Date.UTC(2024, at, 11 + ((at + 6 - new Date(Date.UTC(2024, at, 10)).getUTCDay()) % 7));
      for (const { type, value } of format.formatToParts(instant)) {
        if (type === 'month') put(months, lower(value), at + 1);
        else if (type === 'weekday') put(weekdayOf, lower(value), new Date(instant).getUTCDay());
        else if (type === 'literal')
          for (const word of lower(value).match(/[\p{L}\p{M}’]+/gu) ?? []) between.add(word);
      }
    }
  }
  const own = language.slice(0, 2).toLowerCase();
  for (const [name, month] of Object.entries(OWN_MONTHS[own] ?? {})) months.set(name, month);
  for (const word of OWN_BETWEEN[own] ?? []) between.add(word);
  const end = UNSPACED.test(language) ? '' : '(?![\\p{L}\\p{M}])';
  // Basque and Mongolian endings are literals of Intl: 'urtarrila' and 'ren'.
  const nameEnd = end && `(?:${end}|(?=(?:${anyOf(between)})${end}))`;
  const numeric = dayFormat(language, { day: 'numeric', month: 'numeric' })!.formatToParts();
  const names = (weekday: 'long' | 'short') => {
    const format = dayFormat(language, { weekday })!;
    return [7, 8, 9, 10, 11, 12, 13].map(date => format.format(Date.UTC(2024, 0, date)));
  };
  return {
    weekdays: { long: names('long'), short: names('short') },
    isMonthFirst: numeric.find(({ type }) => type !== 'literal')?.type !== 'day',
    hasDots: numeric.some(({ value }) => value.includes('.')),
    isBuddhist: new Intl.DateTimeFormat(language).resolvedOptions().calendar === 'buddhist',
    token: new RegExp(
      // Right behind a number 日 is the word for day, not Sunday.
      `(?:(?<=\\d)(?<unit>${anyOf(between)})${end}|(?<name>${anyOf([...months.keys(), ...weekdayOf.keys()])})${nameEnd}|` +
        `(?<number>\\d+)|(?:${anyOf(between)})(?:${end}|(?=${anyOf(months.keys())}))|[\\s.,،፣、()/’-])`,
      'yu',
    ),
    months,
    weekdayOf,
  };
}

const known = new Map<string, DateWords | null>();
/** The words of a language (BCP 47); null where Intl does not know it. */
export function dateWordsOf(language: string): DateWords | null {
  let words = known.get(language);
  if (words === undefined) known.set(language, (words = wordsOf(language)));
  return words;
}

/** A date as it is written: what is not named is absent. Months count from 1, weekdays from 0 (Sunday). */
export type WrittenDate = { month: number; date: number; year?: number; weekday?: number };

/**
 * Reads a whole text as a date in the words of a language, in any order: a day of a month, with or without weekday and
 * year. Numeric months count only beside a weekday, a year, or the words for month and day.
 */
export function readWrittenDate(text: string, language: string): WrittenDate | null {
  const words = dateWordsOf(language);
  const plain = lower(text).trim();
  if (!words || !/^[\p{L}\p{N}].*\p{L}|^\p{L}/u.test(plain)) return null;
  const numbers: string[] = [];
  const names: string[] = [];
  let hasUnits = false;
  for (let at = 0; at < plain.length; at = words.token.lastIndex) {
    words.token.lastIndex = at;
    const groups = words.token.exec(plain)?.groups;
    if (!groups) return null;
    if (groups.name !== undefined) names.push(groups.name);
    if (groups.number !== undefined) numbers.push(groups.number);
    if (groups.unit !== undefined) hasUnits = UNSPACED.test(language);
  }
  // 'mar' is Tuesday and March in Spanish: the month where only one of them is written.
  const monthAt = names.findIndex(name => words.months.has(name) && !words.weekdayOf.has(name));
  const nameAt = monthAt >= 0 ? monthAt : names.findLastIndex(name => words.months.has(name));
  const [monthName] = nameAt < 0 ? [] : names.splice(nameAt, 1);
  let month = monthName === undefined ? undefined : words.months.get(monthName);
  const weekday = names.length > 0 ? words.weekdayOf.get(names[0]!) : undefined;
  if (names.length > 1 || (names.length > 0 && weekday === undefined)) return null;
  const yearAt = numbers.findIndex(number => number.length === 4);
  let [year] = yearAt < 0 ? [undefined] : numbers.splice(yearAt, 1);
  const isNamed = month !== undefined;
  if (numbers.length === (isNamed ? 2 : 3) && year === undefined)
    year = `20${numbers.pop()!.padStart(2, '0')}`;
  if (numbers.some(number => number.length > 2) || numbers.length !== (isNamed ? 1 : 2)) return null;
  if (!isNamed) {
    if (weekday === undefined && year === undefined && !hasUnits) return null;
    month = Number(numbers.splice(words.isMonthFirst || yearAt === 0 ? 0 : 1, 1)[0]);
  }
  const inBuddhist = words.isBuddhist && Number(year) > 2400;
  return {
    month: month!,
    date: Number(numbers[0]),
    ...(year !== undefined && { year: Number(year) - (inBuddhist ? 543 : 0) }),
    ...(weekday !== undefined && { weekday }),
  };
}
