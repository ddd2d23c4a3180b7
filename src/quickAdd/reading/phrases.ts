/** The day named by a phrase. `number` counts weeks or days from today; weekdays are 0 (Sunday) to 6. */
export type Meaning =
  | { type: 'days'; days: number }
  | { type: 'span'; days: number }
  | { type: 'weekday'; weekday: number; isNext?: true }
  | { type: 'date'; month: number; date: number }
  | { type: 'nextWeek' }
  /** The week's Saturday, or today if that is already over; `weeks` after the current one. */
  | { type: 'weekend'; weeks: number }
  | { type: 'monthEnd' }
  | { type: 'none' };

export type Phrase = {
  meaning: Meaning;
  /** The word has another meaning too, such as 'sun' or 'Do': it counts only after 'on' or 'by'. */
  isWeak?: true;
  /** A weak word that counts at the end of a title unless the title is a sentence. */
  mayEnd?: true;
};

/** Phrases by their text: `exact` as spelled, `folded` in lower case. */
export type Phrases = { exact: Map<string, Phrase>; folded: Map<string, Phrase> };

/** Larger numbers rather belong to a title, such as 'in 80 days'. */
const LONGEST_SPAN = { days: 14, weeks: 6 };
/** The maximum number of words in a phrase. */
export const LONGEST_PHRASE_WORDS = 5;

const NUMBERS = 'zero one two three four five six seven eight nine ten'.split(' ');
/** Short English weekdays without another meaning. */
const CLEAR = ['tue', 'tues', 'thu', 'thur', 'thurs', 'fri'];
/** Short weekdays that have another meaning only within a sentence: 'where the cat sat'. */
const MAY_END = ['sat', 'mon', 'wed'];
/** Phrases such as 'tomorrow evening', of which only the day counts. */
const tomorrowAt =
  (tomorrow: string) =>
  (time: string): [string, Meaning] => [`${tomorrow} ${time}`, { type: 'days', days: 1 }];
/** Words beside a weekday, by language: for this week's, and for next week's. */
const BESIDE_WEEKDAY: Record<string, { these: string[]; next: string[]; isBehind?: true }> = {
  de: { these: ['diesen', 'kommenden'], next: ['nächsten'] },
  fr: { these: [], next: ['prochain'], isBehind: true },
  es: { these: ['este'], next: ['próximo'] },
};
/** Phrases that Intl does not generate, by language, in any case. */
const OWN: Record<string, [string, Meaning][]> = {
  en: [
    ['this weekend', { type: 'weekend', weeks: 0 }],
    ['next weekend', { type: 'weekend', weeks: 1 }],
    ['end of month', { type: 'monthEnd' }],
    ['end of the month', { type: 'monthEnd' }],
    ['the end of the month', { type: 'monthEnd' }],
    ...['morning', 'afternoon', 'evening', 'night'].map(tomorrowAt('tomorrow')),
  ],
  de: [
    ['heute abend', { type: 'days', days: 0 }],
    ['am wochenende', { type: 'weekend', weeks: 0 }],
    ['dieses wochenende', { type: 'weekend', weeks: 0 }],
    ['nächstes wochenende', { type: 'weekend', weeks: 1 }],
    ['ende des monats', { type: 'monthEnd' }],
    ['monatsende', { type: 'monthEnd' }],
    ...['früh', 'vormittag', 'mittag', 'nachmittag', 'abend'].map(tomorrowAt('morgen')),
  ],
  fr: [
    ['ce soir', { type: 'days', days: 0 }],
    ['ce week-end', { type: 'weekend', weeks: 0 }],
    ['le week-end prochain', { type: 'weekend', weeks: 1 }],
    ['fin du mois', { type: 'monthEnd' }],
    ['à la fin du mois', { type: 'monthEnd' }],
    ...['matin', 'midi', 'après-midi', 'soir'].map(tomorrowAt('demain')),
  ],
};
const DAYS_OF_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** Languages written without spaces between words. */
const UNSPACED = /^(ja|zh|th)\b/;

/** Maps different spellings, by keyboards and Intl, to a single one. */
export const spelled = (words: string): string =>
  words.normalize('NFC').replace(/['’ʼ]/g, '’').replace(/\s+/g, ' ');
/** A single spelling in lower case; the French '1er' becomes '1', as Intl writes it. */
export const folded = (words: string): string => spelled(words).toLowerCase().replace(/^1er /, '1 ');

const weekdayNames = (language: string, weekday: 'long' | 'short') => {
  const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC', calendar: 'gregory' });
  // 1 January 2023 was a Sunday.
  return [1, 2, 3, 4, 5, 6, 7].map(date => format.format(Date.UTC(2023, 0, date)));
};

/** Every day of a leap year: its month from 1, its date, its instant. */
const daysOfYear = DAYS_OF_MONTH.flatMap((last, at) =>
  Array.from({ length: last }, (_, day) => ({
    month: at + 1,
    date: day + 1,
    utc: Date.UTC(2024, at, day + 1),
  })),
);

/** English, in any case: short forms, ordinals, both orders of day and month. */
function addEnglish({ exact, folded: phrases }: Phrases) {
  const add = (words: string, meaning: Meaning, isWeak = false) =>
    phrases.set(words, {
      meaning,
      ...(isWeak && { isWeak, ...(MAY_END.includes(words) && { mayEnd: true }) }),
    });
  // Case-sensitive: 'Tom' is a name, 'Last Week Tonight' and 'The Day After Tomorrow' are titles.
  const days = [['tod', 'tonight'], ['tom'], ['day after tomorrow', 'the day after tomorrow', 'übermorgen']];
  for (const [at, words] of days.entries())
    for (const word of words) exact.set(word, { meaning: { type: 'days', days: at } });
  add('today', { type: 'days', days: 0 });
  add('tomorrow', { type: 'days', days: 1 });
  add('next week', { type: 'nextWeek' });
  for (const words of ['no date', 'someday']) add(words, { type: 'none' });
  const long = weekdayNames('en', 'long').map(folded);
  const short = [['sun'], ['mon'], ['tue', 'tues'], ['wed'], ['thu', 'thur', 'thurs'], ['fri'], ['sat']];
  for (const [weekday, name] of long.entries()) {
    for (const word of [name, ...short[weekday]!]) {
      add(word, { type: 'weekday', weekday }, word !== name && !CLEAR.includes(word));
      add(`this ${word}`, { type: 'weekday', weekday });
      add(`next ${word}`, { type: 'weekday', weekday, isNext: true });
    }
  }
  for (const unit of ['day', 'week'] as const) {
    const days = unit === 'day' ? 1 : 7;
    for (let n = 1; n <= LONGEST_SPAN[`${unit}s`]; n++) {
      for (const number of [n, NUMBERS[n], n === 1 && 'a'])
        if (number) add(`in ${number} ${unit}${n === 1 ? '' : 's'}`, { type: 'span', days: n * days });
    }
  }
  const months = (month: 'long' | 'short') => {
    const format = new Intl.DateTimeFormat('en', { month, timeZone: 'UTC' });
    return DAYS_OF_MONTH.map((_, at) => format.format(Date.UTC(2024, at)).toLowerCase());
  };
  const [longMonths, shortMonths] = [months('long'), months('short')];
  for (const { month, date } of daysOfYear) {
    const meaning: Meaning = { type: 'date', month, date };
    const ordinal = `${date}${(date % 100 > 3 && date % 100 < 21 ? '' : ['', 'st', 'nd', 'rd'][date % 10]) || 'th'}`;
    const names = [longMonths[month - 1], shortMonths[month - 1], month === 9 && 'sept'];
    for (const name of names) {
      for (const number of name ? [String(date), ordinal] : []) {
        add(`${number} ${name}`, meaning);
        add(`${name} ${number}`, meaning);
        add(`${number} of ${name}`, meaning);
      }
    }
  }
}

/** Another language: exactly the phrases that Intl generates. Its short words count only after a preposition. */
function addLanguage(language: string, { exact, folded: anyCase }: Phrases) {
  const put = (phrases: Map<string, Phrase>, words: string, phrase: Phrase) => {
    for (const each of [
      words,
      words.replace(/\.$/, ''),
      words.replaceAll('.', ''),
      UNSPACED.test(language) && words.replace(/\s/g, ''),
    ])
      if (each && !phrases.has(each)) phrases.set(each, phrase);
  };
  const auto = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const always = new Intl.RelativeTimeFormat(language, { numeric: 'always' });
  // Case-sensitive: the German 'morgen' is tomorrow, 'Morgen' is the morning.
  for (const days of [0, 1, 2])
    put(exact, spelled(auto.format(days, 'day')), { meaning: { type: 'days', days } });
  put(exact, spelled(auto.format(1, 'week')), { meaning: { type: 'nextWeek' } });
  for (const unit of ['day', 'week'] as const)
    for (let n = 1; n <= LONGEST_SPAN[`${unit}s`]; n++)
      put(exact, spelled(always.format(n, unit)), {
        meaning: { type: 'span', days: n * (unit === 'day' ? 1 : 7) },
      });
  const { these = [], next = [], isBehind } = BESIDE_WEEKDAY[language.slice(0, 2)] ?? {};
  for (const [weekday, name] of weekdayNames(language, 'long').entries()) {
    put(anyCase, folded(name), { meaning: { type: 'weekday', weekday } });
    for (const word of [...these, ...next]) {
      const meaning: Meaning = {
        type: 'weekday',
        weekday,
        ...(next.includes(word) && { isNext: true as const }),
      };
      put(anyCase, isBehind ? `${folded(name)} ${word}` : `${word} ${folded(name)}`, { meaning });
    }
  }
  for (const [weekday, name] of weekdayNames(language, 'short').entries())
    put(exact, spelled(name), { meaning: { type: 'weekday', weekday }, isWeak: true });
  for (const month of ['long', 'short'] as const) {
    const format = new Intl.DateTimeFormat(language, {
      month,
      day: 'numeric',
      timeZone: 'UTC',
      calendar: 'gregory',
    });
    for (const { utc, month: number, date } of daysOfYear)
      put(anyCase, folded(format.format(utc)), { meaning: { type: 'date', month: number, date } });
  }
}

const known = new Map<string, Phrases>();

/** The phrases of English and of a language (BCP 47). Cached per language, because they need about 1,500 calls of Intl. */
export function phrasesOf(language: string): Phrases {
  let phrases = known.get(language);
  if (!phrases) {
    phrases = { exact: new Map(), folded: new Map() };
    addEnglish(phrases);
    for (const spoken of ['en', language.slice(0, 2).toLowerCase()])
      for (const [words, meaning] of OWN[spoken] ?? []) phrases.folded.set(words, { meaning });
    try {
      if (!/^en\b/i.test(language)) addLanguage(language, phrases);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error; // the language tag is unknown to Intl
    }
    known.set(language, phrases);
  }
  return phrases;
}
