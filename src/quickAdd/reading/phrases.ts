import dayjs from 'dayjs';
import { attempt } from '../../lib/attempt';
import { dateWordsOf, plainSpelling } from '../../lib/days/dateWords';
import { dayPlus, type Day } from '../../lib/days/days';
import { nextWeekStart, weekdayOf } from '../../lib/days/nextWeek';

export type Calendar = {
  today: Day;
  /** The browser's language, BCP 47. */
  language: string;
  /** The day on which 'next week' begins, 0 (Sunday) to 6. */
  firstDayOfWeek: number;
};

/** Decides which words may stand before a phrase. */
export type PhraseType = 'day' | 'span' | 'weekday' | 'date' | 'nth' | 'week' | 'weekend' | 'end' | 'none';
type DayOf = (calendar: Calendar) => Day | null;

export type Phrase = {
  type: PhraseType;
  /** The day; null for 'someday'. */
  dayOf: DayOf;
  /** Whether it is English or the browser's language: words of one do not guard phrases of the other. */
  language: string;
  /** The word has another meaning too, such as 'sun' or 'Do': it counts only after 'on' or 'by'. */
  isWeak?: true;
  /** A weak word that counts at the end of a title unless the title is a sentence. */
  mayEnd?: true;
};

/** Phrases by their text: `exact` as spelled, `folded` in lower case. */
export type Phrases = { exact: Map<string, Phrase>; folded: Map<string, Phrase> };

/** Larger numbers rather belong to a title, such as 'in 80 days'. */
const LONGEST_SPAN = { day: 14, week: 6, month: 12 };
const UNITS = ['day', 'week', 'month'] as const;
/** The maximum number of words in a phrase. */
export const LONGEST_PHRASE_WORDS = 8;

/** A single spelling of blanks, digits and apostrophes. */
export const spelled = plainSpelling;
export const folded = (words: string): string => spelled(words).toLowerCase();

const NUMBERS = 'zero one two three four five six seven eight nine ten'.split(' ');
const SATURDAY = 6;

const plus =
  (n: number, unit: 'day' | 'week' | 'month'): DayOf =>
  ({ today }) =>
    dayjs(today).add(n, unit).format('YYYY-MM-DD');
const days = (n: number) => plus(n, 'day');
/** Weekdays are after today; that of this week may be today, that of next week counts from its first day. */
const weekdays = {
  coming:
    (weekday: number): DayOf =>
    calendar =>
      nextWeekStart(calendar.today, weekday),
  this:
    (weekday: number): DayOf =>
    ({ today }) =>
      nextWeekStart(dayPlus(today, -1), weekday),
  next:
    (weekday: number): DayOf =>
    ({ today, firstDayOfWeek }) =>
      dayPlus(nextWeekStart(today, firstDayOfWeek), (weekday - firstDayOfWeek + 7) % 7),
  last:
    (weekday: number): DayOf =>
    ({ today }) =>
      dayPlus(nextWeekStart(dayPlus(today, -1), weekday), -7),
  inAWeek:
    (weekday: number): DayOf =>
    ({ today }) =>
      dayPlus(nextWeekStart(today, weekday), 7),
};
const nextWeek: DayOf = ({ today, firstDayOfWeek }) => nextWeekStart(today, firstDayOfWeek);
const weekEnd: DayOf = ({ today, firstDayOfWeek }) => dayPlus(nextWeekStart(today, firstDayOfWeek), -1);
const weekend: DayOf = ({ today }) => (weekdayOf(today) % 6 === 0 ? today : nextWeekStart(today, SATURDAY));
const nextWeekend: DayOf = calendar => nextWeekStart(weekend(calendar)!, SATURDAY);
const endOf =
  (unit: 'month' | 'year'): DayOf =>
  ({ today }) =>
    dayjs(today).endOf(unit).format('YYYY-MM-DD');
const nextStartOf =
  (unit: 'month' | 'year'): DayOf =>
  ({ today }) =>
    dayjs(today).add(1, unit).startOf(unit).format('YYYY-MM-DD');
/** The first day of a month (from 1): of the next one of that name. */
const startOfMonth =
  (month: number): DayOf =>
  ({ today }) => {
    const first = `${today.slice(0, 4)}-${String(month).padStart(2, '0')}-01`;
    return first > today ? first : dayjs(first).add(1, 'year').format('YYYY-MM-DD');
  };
/** The first day from today on for which a day of each month fits; months without it are left out. */
const firstInMonths =
  (inMonth: (month: dayjs.Dayjs) => dayjs.Dayjs): DayOf =>
  ({ today }) => {
    const month = dayjs(today).startOf('month');
    for (let n = 0; n < 12; n++) {
      const first = month.add(n, 'month');
      const day = inMonth(first);
      const named = day.format('YYYY-MM-DD');
      if (day.month() === first.month() && named >= today) return named;
    }
    return null;
  };
const dateOfMonth = (date: number) => firstInMonths(month => month.date(date));
/** The nth such weekday of a month; the last with -1. */
const nthWeekday = (nth: number, weekday: number) =>
  firstInMonths(month => {
    const from = nth > 0 ? month : month.endOf('month').subtract(6, 'day');
    return from.add(((weekday - from.day() + 7) % 7) + (nth > 0 ? (nth - 1) * 7 : 0), 'day');
  });
const none: DayOf = () => null;

/** A language's own words, beside those of Intl. `%` stands for each name. Words in a list are alternatives. */
type Own = {
  /** Phrases in any case. */
  phrases: [words: string, PhraseType, DayOf][];
  /** With a weekday: this week's, next week's, the last one, the one after the next. */
  this?: string;
  next?: string;
  last?: string;
  inAWeek?: string;
  /** The word that may stand for the first word of Intl's 'in 3 days'. */
  after?: string;
  /** With a month. */
  inMonth: string;
  /** With a date of a month, such as 5th. */
  date: string;
  ordinals: Record<string, number>;
  /** With an ordinal and a weekday. */
  nth: string;
};
const suffixOf = (date: number) =>
  (date % 100 > 3 && date % 100 < 21 ? '' : ['', 'st', 'nd', 'rd'][date % 10]) || 'th';

const OWN: Record<string, Own> = {
  en: {
    phrases: [
      ['today, this morning, this afternoon, this evening', 'day', days(0)],
      [
        'tomorrow, tmr, tmrw, tomorrow morning, tomorrow afternoon, tomorrow evening, tomorrow night',
        'day',
        days(1),
      ],
      ['yesterday', 'day', days(-1)],
      ['next week', 'week', nextWeek],
      ['end of week, end of the week, the end of the week, eow', 'end', weekEnd],
      ['weekend, this weekend', 'weekend', weekend],
      ['next weekend', 'weekend', nextWeekend],
      ['end of month, end of the month, the end of the month, eom', 'end', endOf('month')],
      ['end of year, end of the year, the end of the year, eoy', 'end', endOf('year')],
      ['next month', 'week', nextStartOf('month')],
      ['next year', 'week', nextStartOf('year')],
      ['no date, someday', 'none', none],
    ],
    this: 'this %',
    next: 'next %',
    last: 'last %',
    inAWeek: '% week',
    inMonth: 'in %',
    date: 'the %',
    ordinals: { first: 1, '1st': 1, second: 2, '2nd': 2, third: 3, '3rd': 3, fourth: 4, '4th': 4 },
    nth: '%, the %',
  },
  de: {
    phrases: [
      ['heute früh, heute vormittag, heute nachmittag, heute abend', 'day', days(0)],
      ['morgen früh, morgen vormittag, morgen nachmittag, morgen abend', 'day', days(1)],
      ['ende der woche', 'end', weekEnd],
      ['wochenende, am wochenende, dieses wochenende', 'weekend', weekend],
      ['nächstes wochenende', 'weekend', nextWeekend],
      ['ende des monats, monatsende', 'end', endOf('month')],
      ['ende des jahres, jahresende', 'end', endOf('year')],
      ['irgendwann, ohne datum', 'none', none],
    ],
    this: 'diesen %, kommenden %',
    next: 'nächsten %',
    last: 'letzten %',
    after: 'nach',
    inMonth: 'im %',
    date: '%.',
    ordinals: { ersten: 1, zweiten: 2, dritten: 3, vierten: 4 },
    nth: 'am %',
  },
  fr: {
    phrases: [
      ['ce matin, cet après-midi, ce soir', 'day', days(0)],
      ['demain matin, demain après-midi, demain soir', 'day', days(1)],
      ['fin de la semaine', 'end', weekEnd],
      ['week-end, ce week-end', 'weekend', weekend],
      ['le week-end prochain', 'weekend', nextWeekend],
      ['fin du mois, à la fin du mois', 'end', endOf('month')],
      ['fin de l’année, à la fin de l’année', 'end', endOf('year')],
      ['sans date', 'none', none],
    ],
    next: '% prochain',
    last: '% dernier',
    after: 'après',
    inMonth: 'en %',
    date: 'le %',
    ordinals: { premier: 1, deuxième: 2, troisième: 3, quatrième: 4, dernier: -1 },
    nth: 'le %',
  },
  es: {
    phrases: [],
    this: 'este %',
    next: 'próximo %',
    last: '% pasado',
    inMonth: 'en %',
    date: '',
    ordinals: {},
    nth: '',
  },
};

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];
/** Short English weekdays without another meaning. */
const CLEAR = ['tue', 'tues', 'thu', 'thur', 'thurs', 'fri'];
/** Short weekdays that have another meaning only within a sentence: 'where the cat sat'. */
const MAY_END = ['sat', 'mon', 'wed'];
const ENGLISH_SHORT = [
  ['sun'],
  ['mon'],
  ['tue', 'tues'],
  ['wed'],
  ['thu', 'thur', 'thurs'],
  ['fri'],
  ['sat'],
];

/** Adds a language's own words, with the given names of weekdays and the months of Intl. */
function addOwn(
  { folded: phrases }: Phrases,
  language: string,
  namesOf: (weekday: number) => readonly string[],
) {
  const own = OWN[language];
  if (!own) return;
  const put = (words: string | undefined, fill: string, type: PhraseType, dayOf: DayOf, isWeak = false) => {
    for (const each of words ? words.split(', ') : [])
      phrases.set(each.replace('%', fill), { type, dayOf, language, ...(isWeak && { isWeak }) });
  };
  for (const [words, type, dayOf] of own.phrases) put(words, '', type, dayOf);
  for (const weekday of WEEKDAYS) {
    for (const name of namesOf(weekday)) {
      put(own.this, name, 'weekday', weekdays.this(weekday));
      put(own.next, name, 'weekday', weekdays.next(weekday));
      put(own.last, name, 'weekday', weekdays.last(weekday));
      put(own.inAWeek, name, 'weekday', weekdays.inAWeek(weekday));
      for (const [ordinal, nth] of Object.entries(own.ordinals))
        put(own.nth, `${ordinal} ${name}`, 'nth', nthWeekday(nth, weekday));
    }
  }
  for (const [name, month] of dateWordsOf(language)?.months ?? [])
    put(own.inMonth, name, 'week', startOfMonth(month));
  for (let date = 1; date <= 31; date++)
    put(own.date, language === 'en' ? date + suffixOf(date) : String(date), 'nth', dateOfMonth(date), true);
}

/** English, in any case. */
function addEnglish(phrases: Phrases) {
  const add = (words: string, type: PhraseType, dayOf: DayOf, more: Partial<Phrase> = {}) =>
    phrases.folded.set(words, { type, dayOf, language: 'en', ...more });
  // Case-sensitive: 'Tom' is a name, 'Last Week Tonight' and 'The Day After Tomorrow' are titles.
  const exact = [['tod', 'tonight'], ['tom'], ['day after tomorrow', 'the day after tomorrow', 'übermorgen']];
  for (const [at, words] of exact.entries())
    for (const word of words) phrases.exact.set(word, { type: 'day', dayOf: days(at), language: 'en' });
  const long = dateWordsOf('en')!.weekdays.long.map(folded);
  const namesOf = (weekday: number) => [long[weekday]!, ...ENGLISH_SHORT[weekday]!];
  for (const weekday of WEEKDAYS)
    for (const word of namesOf(weekday)) {
      const isWeak = word !== long[weekday] && !CLEAR.includes(word);
      add(word, 'weekday', weekdays.coming(weekday), {
        ...(isWeak && { isWeak }),
        ...(isWeak && MAY_END.includes(word) && { mayEnd: true }),
      });
    }
  for (const unit of UNITS) {
    for (let n = 1; n <= LONGEST_SPAN[unit]; n++) {
      for (const number of [n, NUMBERS[n], n === 1 && 'a']) {
        if (!number) continue;
        const span = `${number} ${unit}${n === 1 ? '' : 's'}`;
        for (const word of ['in', 'after']) add(`${word} ${span}`, 'span', plus(n, unit));
        add(`${span} ago`, 'day', plus(-n, unit));
      }
    }
  }
  addOwn(phrases, 'en', namesOf);
}

/** Another language: exactly the phrases that Intl generates, and its own. Its short words count only after a preposition. */
function addLanguage(language: string, phrases: Phrases) {
  const words = dateWordsOf(language)!;
  const own = language.slice(0, 2).toLowerCase();
  const put = (to: Map<string, Phrase>, name: string, type: PhraseType, dayOf: DayOf, isWeak = false) => {
    for (const each of [name, name.replace(/\.$/, ''), name.replaceAll('.', ''), name.replace(/\s/g, '')])
      if (!to.has(each)) to.set(each, { type, dayOf, language: own, ...(isWeak && { isWeak }) });
  };
  const auto = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const always = new Intl.RelativeTimeFormat(language, { numeric: 'always' });
  // Case-sensitive: the German 'morgen' is tomorrow, 'Morgen' is the morning.
  for (const n of [0, 1, 2, -1, -2]) put(phrases.exact, spelled(auto.format(n, 'day')), 'day', days(n));
  put(phrases.exact, spelled(auto.format(1, 'week')), 'week', nextWeek);
  for (const unit of ['month', 'year'] as const)
    put(phrases.exact, spelled(auto.format(1, unit)), 'week', nextStartOf(unit));
  for (const unit of UNITS)
    for (let n = 1; n <= LONGEST_SPAN[unit]; n++) {
      const span = spelled(always.format(n, unit));
      put(phrases.exact, span, 'span', plus(n, unit));
      // 'nach 3 Tagen' and 'in 3 Tagen' are the same day.
      if (OWN[own]?.after) put(phrases.exact, span.replace(/^\S+/, OWN[own].after), 'span', plus(n, unit));
      put(phrases.exact, spelled(always.format(-n, unit)), 'day', plus(-n, unit));
    }
  const long = words.weekdays.long.map(folded);
  for (const [weekday, name] of long.entries())
    put(phrases.folded, name, 'weekday', weekdays.coming(weekday));
  for (const [weekday, name] of words.weekdays.short.entries())
    put(phrases.exact, spelled(name), 'weekday', weekdays.coming(weekday), true);
  addOwn(phrases, own, weekday => [long[weekday]!]);
}

const known = new Map<string, Phrases>();

/** The phrases of English and of a language (BCP 47), cached. A language that Intl does not know adds none. */
export function phrasesOf(language: string): Phrases {
  let phrases = known.get(language);
  if (!phrases) {
    phrases = { exact: new Map(), folded: new Map() };
    addEnglish(phrases);
    if (!/^en\b/i.test(language) && attempt(() => dateWordsOf(language))) addLanguage(language, phrases);
    known.set(language, phrases);
  }
  return phrases;
}
