import type { PhraseType } from './phrases';
import type { FoundDay } from './readDay';

const set = (words: string) => new Set(words.split(/\s+/));

/**
 * Words before a day that make it part of the title, by the language of the day: 'for Sunday', 'every Friday', 'the
 * Fourth of July', 'Black Friday'.
 */
const BEFORE: Record<string, ReadonlySet<string>> = {
  en: set(
    // Relations, counts and negations
    'the a an any each every other another last this next that these those my your his her our their no not never ' +
      'of for to from since until till before after past than with without as at in on by about against between and ' +
      'or nor & + - – — / | vs vs. like during through per via is it’s its was be are called named given has have had still ' +
      // Days with a name, and things named after a day
      'black good cyber easter ash palm fat shrove maundy ruby manic stormy blue lazy bloody casual freaky super ' +
      'giving taco man girl tgi usa russia psychology archaeology history science long',
  ),
  de: set(
    'der die das den dem des ein eine einen einem einer jede jeden jedes jeder von ab seit für zu zum und oder nach vor ' +
      'letzte letzten letzter guten schwarzer bis am im in - – — / | & +',
  ),
  fr: set(
    'le la les l’ de du des d’ à au aux et ou chaque tous toutes pour depuis avant après dernier un une ce cette - – — / | & +',
  ),
  es: set(
    'el la los las de del al a en con y o cada para por desde hasta antes un una este esta ese pasado - – — / | & +',
  ),
};
/** Whether a word guards a day. Numbers in a language without words of its own are guarded by English. */
const isGuard = (word: string, { languages, type }: FoundDay) =>
  languages.some(
    language => (BEFORE[language] ?? (type === 'date' ? BEFORE.en! : undefined))?.has(word) ?? false,
  );

/** Words before a day that make the day their object if nothing else is left: 'Plan tomorrow', 'Watch Wednesday'. */
const VERBS = set(
  'plan prepare review watch stream see read sing play discuss organise organize schedule skip',
);
/** First words of titles in which a span is a duration: 'Learn Rust in 14 days'. */
const TAKING_TIME = set('learn lose master read become gain run walk around');

/** Verbs before 'Tom' as a name rather than tomorrow. */
const MEETING = set(
  'call ring meet ask tell email mail text write thank visit see help invite phone message remind',
);
/** Words that make a title a sentence, in which 'sat' is a verb. */
const SENTENCE = set(
  'where when who how why that which while what if as because i you he she it we they there',
);
const BEGINNING_SENTENCE = set('the a an my your his her our their this these those');
/** Words followed by a date or number that belongs to them: 'Invoice 2025-11-02', 'Page 3/24', 'Version 2.10.'. */
const NUMBERED = set(
  'invoice contract notes minutes report backup photos pictures receipt statement log release version letter bill ' +
    'diary agenda slides scan file draft page pages part episode chapter level round lesson score size room flat unit ' +
    'rechnung vertrag protokoll bericht notizen fotos kontoauszug beleg brief seite teil folge kapitel lektion nr nr. ' +
    'facture contrat compte-rendu relevé reçu lettre chapitre épisode partie leçon',
);
/** Words before numbers with a colon that are no time: 'Psalm 23:14', 'Version 17:45'. */
const NUMBERED_BY_COLON = set(
  'version release page pages part chapter episode season verse psalm psalms genesis exodus leviticus deuteronomy joshua ' +
    'isaiah jeremiah ezekiel proverbs ecclesiastes acts romans corinthians galatians ephesians philippians colossians ' +
    'thessalonians hebrews revelation surah sura quran iso rfc seite teil kapitel folge vers nr nr. chapitre épisode ' +
    'partie verset psaume genèse',
);
/** Words of titles in which such numbers are a ratio or a score: 'Mix concrete 1:10', 'Lakers beat Bulls 12:10'. */
const RATIO = set(
  'mix dilute ratio scale score beat won lost gear aspect maßstab verhältnis mischen gewonnen verloren échelle rapport',
);
/** Books that are also names: numbers belong to them where somebody reads. */
const BOOKS = set(
  'john matthew mark luke james peter ruth job daniel johannes matthäus markus lukas jean luc marc',
);
const READING = set('read study memorize memorise learn recite quote lesen lernen lire apprendre');

/** Words after a span that is not a due day: 'In 3 days we leave', 'In 10 days through Europe'. */
const NO_REQUEST = set(
  'i you he she it we they there is will are wir ich er sie es ist nous je il elle on est',
);

const TIME = ['weekday', 'date', 'nth'] as const;
/** Prepositions that may precede a day and are removed with it, by language. `by` may precede any day except a span. */
const LEADING: Record<string, Partial<Record<string, readonly PhraseType[]>>> = {
  en: {
    on: [...TIME, 'weekend'],
    by: [...TIME, 'day', 'week', 'weekend', 'end'],
    at: ['end', 'weekend'],
  },
  de: {
    am: [...TIME, 'end'],
    bis: [...TIME, 'day', 'week', 'end'],
    zum: ['date', 'nth', 'end'],
  },
  fr: { le: ['date', 'weekday'], dès: ['day', 'weekday', 'date'] },
  es: { el: ['weekday', 'date'] },
};

/** Whether a word, in English or the language, may precede such a day. */
export const leadsTo = (word: string, { type }: FoundDay, language: string): boolean =>
  [LEADING.en, LEADING[language.slice(0, 2)]].some(words => words?.[word]?.includes(type) ?? false);

/** Whether the day belongs to the title, which is given in lower case and without the day. */
export function includesDay(title: readonly string[], found: FoundDay): boolean {
  if (isGuard(title.at(-1)!, found)) return true;
  if (title.length === 1 && VERBS.has(title[0]!)) return true;
  return found.type === 'span' && TAKING_TIME.has(title[0]!);
}

/** Whether an ambiguous word at the end of a title is a weekday. The title is given in lower case and without the word. */
export const mayEndWithDay = (title: readonly string[], phrase: string): boolean =>
  !title.some(word => SENTENCE.has(word)) &&
  !BEGINNING_SENTENCE.has(title[0]!) &&
  !(phrase === 'wed' && title.includes('and'));

/** Whether a day belongs to the words before it: to a person, a show, or a number. */
export function isPartOf(title: readonly string[], phrase: string, isPast: boolean): boolean {
  const last = title.at(-1)!;
  if (phrase === 'tom') return MEETING.has(last);
  if (phrase === 'tonight') return last === 'week';
  return (isPast || /^\d+[/.]/.test(phrase)) && NUMBERED.has(last);
}

/** Whether a word, in lower case, may stand before a time that is taken: 'for' and 'before' may not. */
export const mayPrecedeTime = (word: string, language: string): boolean =>
  ![BEFORE.en, BEFORE[language.slice(0, 2)]].some(words => words?.has(word));

/** Whether numbers with a colon behind or before a title, which is given in lower case, are no time. */
export const isNoTime = (title: readonly string[]): boolean =>
  NUMBERED_BY_COLON.has(title.at(-1)!) ||
  title.some(word => RATIO.has(word)) ||
  (BOOKS.has(title.at(-1)!) && READING.has(title[0]!));

/** Whether a title, in lower case, that follows a span is a request: '(In 3 days) call the bank'. */
export const isRequest = ([first = '']: readonly string[]): boolean =>
  !Object.values(BEFORE).some(words => words.has(first)) && !TAKING_TIME.has(first) && !NO_REQUEST.has(first);
