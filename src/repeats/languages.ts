import type { Unit } from './choice';

/** A language's words for repeats. All in lower case; patterns are regular expressions. */
export type RepeatWords = {
  /** The word that starts a repeat: `every`. A following exclamation mark means counting from the tick. */
  every: string;
  /** The word for every second one. */
  other: string;
  units: Record<string, Unit>;
  numbers: Record<string, number>;
  /** Weekdays, from 0 (Sunday) to 6. */
  weekdays: Record<string, number>;
  /** Months, from 1. */
  months: Record<string, number>;
  /** Ordinals, from 1 to 5, and -1 for the last. */
  ordinals: Record<string, number>;
  /** A date of a month, such as `27th`; its digits are a capturing group. */
  date: string;
  workday: string;
  lastDay: string;
  lastWorkday: string;
  /** Words that may follow a date. */
  ofMonth: string;
  and: string;
  on: string;
  /** Single words that name a repeat by themselves. */
  adverbs: Record<string, string>;
  /** Patterns of other wordings, with their equivalents from the words above. */
  rewrites: readonly (readonly [string, string])[];
  /** The words that may start a repeat at the beginning of a title. */
  begins: string;
  /** Words after an interval that counts from the tick. */
  afterDone: string;
  from: string;
  until: string;
  during: string;
  times: string;
  /** Words before a repeat that make it part of the title. */
  before: readonly string[];
};

const byWord = <Value>(rows: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(rows).flatMap(([words, value]) => words.split(' ').map(word => [word, value])),
  );
/** Assigns each word its index. */
const inOrder = (from: number, words: string) =>
  byWord(Object.fromEntries(words.split(', ').map((forms, at) => [forms, at + from])));

const ENGLISH_WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');

const en: RepeatWords = {
  every: 'every|ev|each',
  other: 'other',
  units: byWord({ 'day days': 'day', 'week weeks': 'week', 'month months': 'month', 'year years': 'year' }),
  numbers: inOrder(1, 'one a an, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve'),
  weekdays: inOrder(
    0,
    'sunday sun sundays, monday mon mondays, tuesday tue tues tuesdays, wednesday wed wednesdays, ' +
      'thursday thu thur thurs thursdays, friday fri fridays, saturday sat saturdays',
  ),
  months: inOrder(
    1,
    'january jan, february feb, march mar, april apr, may, june jun, july jul, august aug, ' +
      'september sep sept, october oct, november nov, december dec',
  ),
  ordinals: { ...inOrder(1, '1st first, 2nd second, 3rd third, 4th fourth, 5th fifth'), last: -1 },
  date: '(\\d{1,2})(?:st|nd|rd|th)',
  workday: 'weekdays?|workdays?|working days?',
  lastDay: 'last day',
  lastWorkday: 'last (?:weekday|workday|working day)',
  ofMonth: '(?:of|in) (?:the|each|every) month',
  and: '(?:,| and|, and| &)? ',
  on: 'on(?: the)?|the',
  adverbs: {
    daily: 'every day',
    weekly: 'every week',
    monthly: 'every month',
    yearly: 'every year',
    annually: 'every year',
    biweekly: 'every 2 weeks',
    fortnightly: 'every 2 weeks',
    quarterly: 'every 3 months',
    weekdays: 'every weekday',
    ...Object.fromEntries(
      ENGLISH_WEEKDAYS.flatMap(name => ['', 'on '].map(lead => [`${lead}${name}s`, `every ${name}`])),
    ),
  },
  rewrites: [
    ['^(every|each) (?:morning|afternoon|evening|night)$', '$1 day'],
    ['^(every|each) (other )?fortnight$', '$1 2 weeks'],
    ['^(every|each) quarter$', '$1 3 months'],
    ['^(every|each) weekend$', '$1 saturday'],
    ['^(every|each) (2nd|second) (?=day|week|month|year)', '$1 other '],
    ['^(every|each) (\\d+)(?:rd|th) (?=day|week|month|year)', '$1 $2 '],
    ['^on (?:the )?(.+) (?:of|in) (?:every|each|the) month$', 'every $1 of the month'],
  ],
  begins: 'every|ev|each|on',
  afterDone: 'after (?:it is |it’s )?(?:done|completed|completion|finished)',
  from: 'starting(?: on)?|starts|from',
  until: 'until|till|to|ending',
  during: 'for',
  times: 'times',
  before:
    'the a an of for in to at from as like not no nearly almost about with and or nor is are was be - – — / than'.split(
      ' ',
    ),
};

const GERMAN_WEEKDAYS = 'sonntag montag dienstag mittwoch donnerstag freitag samstag sonnabend'.split(' ');

const de: RepeatWords = {
  every: 'jede[nrsm]?|alle',
  other: 'zweite[nrs]?|andere[nrs]?|2\\.',
  units: byWord({
    'tag tage tagen': 'day',
    'woche wochen': 'week',
    'monat monate monaten': 'month',
    'jahr jahre jahren': 'year',
  }),
  numbers: inOrder(
    1,
    'ein eine einem einer, zwei, drei, vier, fünf, sechs, sieben, acht, neun, zehn, elf, zwölf',
  ),
  weekdays: inOrder(
    0,
    'sonntag sonntags so, montag montags mo, dienstag dienstags di, mittwoch mittwochs mi, ' +
      'donnerstag donnerstags do, freitag freitags fr, samstag samstags sonnabend sonnabends sa',
  ),
  months: inOrder(
    1,
    'januar jan jan., februar feb feb., märz mär, april apr apr., mai, juni jun, juli jul, august aug aug., ' +
      'september sep sept sept., oktober okt okt., november nov nov., dezember dez dez.',
  ),
  ordinals: {
    ...inOrder(1, '1. ersten erster, 2., 3. dritten dritter, 4. vierten vierter, 5. fünften fünfter'),
    ...byWord({ 'letzten letzter': -1 }),
  },
  date: '(\\d{1,2})\\.',
  workday: 'werktage?|arbeitstage?|wochentage?',
  lastDay: 'letzten tag|monatsletzten',
  lastWorkday: 'letzten (?:werktag|arbeitstag)',
  ofMonth: '(?:im|des|jeden) monats?',
  and: '(?:,| und|, und| &)? ',
  on: 'am|an jedem|den',
  adverbs: {
    täglich: 'jeden tag',
    wöchentlich: 'jede woche',
    monatlich: 'jeden monat',
    jährlich: 'jedes jahr',
    werktags: 'jeden werktag',
    ...Object.fromEntries(GERMAN_WEEKDAYS.map(name => [`${name}s`, `jeden ${name}`])),
  },
  rewrites: [
    ['^an (?=jede[mnrs] )', ''],
    ['^jedem (?=\\S)', 'jeden '],
    ['^am (.+) (?:(?:eines )?jeden|des|im) monats?$', 'jeden $1 im monat'],
    ['(?:monats)?ersten(?=$| und| (?:im|des) monats?$)', '1.'],
    [' letzten(?=$| (?:im|des) monats?$)', ' letzten tag'],
  ],
  begins: 'jede[nrsm]?|alle|am|an|\\S+tags|mittwochs|sonnabends',
  afterDone: 'nach (?:der )?erledigung|nachdem es erledigt ist',
  from: 'ab(?: dem)?|beginnend(?: am)?',
  until: 'bis(?: zum)?',
  during: 'für',
  times: 'mal',
  before:
    'der die das den dem des ein eine einen für von mit und oder nicht fast beinahe wie zu als in ist sind war'.split(
      ' ',
    ),
};

const fr: RepeatWords = {
  every: 'chaque|tous les|toutes les',
  other: 'autre|deux',
  units: byWord({
    'jour jours': 'day',
    'semaine semaines': 'week',
    mois: 'month',
    'an ans année années': 'year',
  }),
  numbers: inOrder(1, 'un une, deux, trois, quatre, cinq, six, sept, huit, neuf, dix, onze, douze'),
  weekdays: inOrder(
    0,
    'dimanche dimanches dim dim., lundi lundis lun lun., mardi mardis mar mar., mercredi mercredis mer mer., ' +
      'jeudi jeudis jeu jeu., vendredi vendredis ven ven., samedi samedis sam sam.',
  ),
  months: inOrder(
    1,
    'janvier janv janv., février févr févr., mars, avril avr avr., mai, juin, juillet juil juil., août, ' +
      'septembre sept sept., octobre oct oct., novembre nov nov., décembre déc déc.',
  ),
  ordinals: {
    ...inOrder(1, '1er premier premiers, 2e deuxième second, 3e troisième, 4e quatrième, 5e cinquième'),
    ...byWord({ 'dernier derniers': -1 }),
  },
  date: '(\\d{1,2})(?:er)?',
  workday: 'jours? ouvrables?|jours? ouvrés?',
  lastDay: 'derniers? jours?',
  lastWorkday: 'derniers? jours? (?:ouvrables?|ouvrés?)',
  ofMonth: '(?:du|de chaque) mois',
  and: '(?:,|,? et(?: (?:tous )?les| le| chaque)?| &)? ',
  on: 'les?|aux?',
  adverbs: {
    quotidiennement: 'chaque jour',
    hebdomadairement: 'chaque semaine',
    mensuellement: 'chaque mois',
    annuellement: 'chaque année',
  },
  rewrites: [
    ['^une? (\\S+) sur (\\S+)$', 'chaque $2 $1'],
    ['^le (.+) (?:du|de chaque|de tous les) mois$', 'chaque $1 du mois'],
    ['premier(?= et| du mois$)', '1'],
  ],
  begins: 'chaque|tous|toutes|une?|le',
  afterDone: 'après (?:l’avoir fait|achèvement)',
  from: 'à partir (?:du|de)|dès(?: le)?|à compter du',
  until: 'jusqu’(?:au|à)',
  during: 'pendant',
  times: 'fois',
  before: 'le la les un une des du de pour avec et ou pas presque comme à en'.split(' '),
};

const LANGUAGES: Record<string, RepeatWords> = { en, de, fr };

/** English, and the given language (BCP 47) if its words are known. */
export const repeatWordsOf = (language: string): readonly RepeatWords[] => {
  const own = LANGUAGES[language.slice(0, 2).toLowerCase()];
  return own && own !== en ? [en, own] : [en];
};
