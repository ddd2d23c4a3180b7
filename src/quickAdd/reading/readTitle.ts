import type { Day } from '../../lib/days/days';
import type { Choice } from '../../repeats/choice';
import { beforeStart, endsInRepeat } from '../../repeats/readRepeat';
import type { TaskListName } from '../../tasks/task';
import { includesDay, isPartOf, isRequest, leadsTo, mayEndWithDay } from './context';
import { folded, LONGEST_PHRASE_WORDS, type Calendar } from './phrases';
import { isDayLike, readDay, type FoundDay } from './readDay';
import { repeatAtBeginning, repeatAtEnd, type TakenRepeat } from './repeatIn';
import { isBlank } from '../../lib/text/visible';

/** A recognized phrase: its position in the text, and its meaning. */
export type Understood = {
  from: number;
  to: number;
  /** The phrase without leading prepositions, in lower case, by which the user can turn it back into text. */
  phrase: string;
} & (
  | { kind: 'day'; day: Day | null }
  | { kind: 'list'; list: TaskListName }
  | { kind: 'repeat'; choice: Choice; start: Day | null }
);

/** A phrase at the end that may be a day, and stays in the title unless the user takes it. */
export type OfferedDay = { phrase: string; day: Day };
export type Reading = { title: string; understood: Understood[]; offered: OfferedDay | null };
/** Phrases that the user made text, and those that the user made days. */
export type Decided = { asWords?: readonly string[]; asDays?: readonly string[] };
type Word = { text: string; from: number; to: number };
type Taken = { understood: Understood; rest: Word[] };

const LISTS: Record<string, TaskListName> = { '#work': 'work', '#personal': 'personal' };
const CONTROLS = /[\p{Cc}\u2028\u2029]/gu;

/**
 * Parses a one-line title. A day counts only at the end. A day or repeat also counts at the beginning before a colon,
 * a span also without one. A list counts anywhere. At most one of each; never the whole title. `asWords` are skipped.
 */
export function readTitle(
  line: string,
  calendar: Calendar,
  { asWords = [], asDays = [] }: Decided = {},
): Reading {
  const text = line.replace(CONTROLS, ' ');
  let words: Word[] = [...text.matchAll(/\S+/g)].map(match => ({
    text: match[0],
    from: match.index,
    to: match.index + match[0].length,
  }));
  const isKept = (phrase: string) => asWords.some(kept => kept === phrase || kept.endsWith(` ${phrase}`));
  const understood: Understood[] = [];
  const has = (kind: Understood['kind']) => understood.some(phrase => phrase.kind === kind);
  let offered: OfferedDay | null = null;
  const days = {
    calendar,
    isKept,
    isDecided: (phrase: string) => asDays.includes(phrase),
    offer(phrase: string, day: Day | null) {
      if (day !== null) offered ??= { phrase, day };
    },
  };
  for (;;) {
    const taken =
      (!has('list') && (listAt(words, words.length - 1, isKept) ?? listAt(words, 0, isKept))) ||
      (!has('repeat') &&
        !understood.some(phrase => phrase.kind === 'day' && phrase.day === null) &&
        repeatIn(repeatAtEnd(words, calendar, isKept) ?? repeatAtBeginning(words, calendar, isKept))) ||
      (!has('day') &&
        (dayAtEnd(words, { ...days, hasRepeat: has('repeat') }) ??
          dayAtBeginning(words, calendar, isKept))) ||
      (!has('list') && listAnywhere(words, isKept));
    if (!taken || isBlank(titleOf(joined(taken.rest)))) break;
    understood.push(taken.understood);
    words = taken.rest;
  }
  const title = words.reduce((before, { text: word, from }, at) => {
    const gap = at === 0 ? '' : text.slice(words[at - 1]!.to, from);
    return before + (isBlank(gap) ? gap : ' ') + word; // a list was inside the phrase
  }, '');
  return {
    title: understood.length > 0 ? titleOf(title) : title,
    understood: understood.sort((a, b) => a.from - b.from),
    offered: has('day') || has('repeat') ? null : offered,
  };
}

function listAt(words: Word[], at: number, isKept: (phrase: string) => boolean): Taken | undefined {
  const word = words[at];
  const phrase = folded(word?.text ?? '');
  if (!word || !Object.hasOwn(LISTS, phrase) || isKept(phrase)) return undefined;
  const { from, to } = word;
  return {
    understood: { kind: 'list', list: LISTS[phrase]!, from, to, phrase },
    rest: words.filter(other => other !== word),
  };
}

/** The last list named within the title. */
function listAnywhere(words: Word[], isKept: (phrase: string) => boolean): Taken | undefined {
  const at = words.findLastIndex(({ text }) => Object.hasOwn(LISTS, folded(text)) && !isKept(folded(text)));
  return listAt(words, at, isKept);
}

/** Removes the comma before the day. */
const titleOf = (words: string) => words.replace(/[\s,;]+$/, '');
const joined = (words: Word[]) => words.map(({ text }) => text).join(' ');

const taken = (words: Word[], day: FoundDay['day'], phrase: string, rest: Word[]): Taken => ({
  understood: { kind: 'day', day, phrase, from: words[0]!.from, to: words.at(-1)!.to },
  rest,
});

const repeatIn = (repeat: TakenRepeat | undefined): Taken | undefined =>
  repeat && {
    understood: {
      kind: 'repeat',
      ...repeat.found,
      phrase: repeat.phrase,
      from: repeat.words[0]!.from,
      to: repeat.words.at(-1)!.to,
    },
    rest: repeat.rest,
  };

/** A time of day at the end, by language; it stays in the title, and only the day before it counts. */
const TIMES: Record<string, RegExp> = {
  en: /^(?:(?:at |@ ?)?(?:\d{1,2}(?:[:.]\d{2})? ?[ap]\.?m\.?|\d{1,2}:\d{2}|noon|midnight)|(?:at |@ ?)\d{1,2})$/,
  de: /^(?:um )?(?:\d{1,2}(?:[:.]\d{2})? uhr(?: \d{2})?|\d{1,2}:\d{2}|mittag|mitternacht)$|^um \d{1,2}$/,
  fr: /^(?:(?:à |vers )?(?:\d{1,2} ?h(?: ?\d{2})?|\d{1,2}:\d{2}|midi|minuit))$/,
};

/** The number of words of a time of day at the end; 0 for none. */
function lengthOfTime(words: Word[], language: string): number {
  const isTime = (length: number) =>
    [TIMES.en, TIMES[language.slice(0, 2)]].some(time => time?.test(folded(joined(words.slice(-length)))));
  return [4, 3, 2, 1].find(length => length < words.length && isTime(length)) ?? 0;
}

type Days = {
  calendar: Calendar;
  isKept(phrase: string): boolean;
  /** Whether the user took the phrase as a day. */
  isDecided(phrase: string): boolean;
  offer(phrase: string, day: Day | null): void;
  hasRepeat: boolean;
};

/** The longest day phrase at the end, or before a time of day: 'tomorrow 5pm' is tomorrow, and '5pm' stays. */
function dayAtEnd(words: Word[], days: Days): Taken | undefined {
  const time = lengthOfTime(words, days.calendar.language);
  const found = time > 0 && endingDay(words.slice(0, -time), days);
  return found ? { ...found, rest: [...found.rest, ...words.slice(-time)] } : endingDay(words, days);
}

/** The end of a sentence behind a day is no part of it. */
const SENTENCE_END = /[.!]+$/;

function endingDay(words: Word[], days: Days): Taken | undefined {
  const { calendar, isKept } = days;
  for (let length = Math.min(LONGEST_PHRASE_WORDS, words.length - 1); length > 0; length--) {
    const typed = joined(words.slice(-length));
    const phrase = readDay(typed, calendar) ? typed : typed.replace(SENTENCE_END, '');
    const found = readDay(phrase, calendar);
    if (!found || isKept(folded(phrase))) continue;
    // Behind a repeat, 'someday' would contradict it.
    if (found.day === null && days.hasRepeat) return undefined;
    const before = words.slice(0, -length);
    const rest = restBefore(before, found, days);
    if (!days.isDecided(folded(phrase)) && staysInTitle(before, rest, found, phrase, days)) {
      days.offer(folded(phrase), found.day);
      return undefined;
    }
    return taken(words.slice(rest.length), found.day, folded(phrase), rest);
  }
  return undefined;
}

/** The words before a day without the preposition that leads to it: 'by', and 'starting' where a repeat follows. */
function restBefore(before: Word[], found: FoundDay, { calendar: { language }, hasRepeat }: Days): Word[] {
  const start = hasRepeat ? beforeStart(joined(before), language) : null;
  if (start !== null) return before.slice(0, start.split(' ').length);
  const isLed = before.length > 1 && leadsTo(folded(before.at(-1)!.text), found, language);
  return isLed ? before.slice(0, -1) : before;
}

/** Whether a day at the end rather belongs to the title. */
function staysInTitle(
  before: Word[],
  rest: Word[],
  found: FoundDay,
  phrase: string,
  { calendar }: Days,
): boolean {
  const isLed = rest.length < before.length;
  const title = rest.map(({ text }) => folded(text));
  // 'Pay the rent the 5th', but not 'Henry the 8th'.
  const isDate = found.type === 'nth' && /^\p{Ll}/u.test(rest.at(-1)!.text);
  if (found.isWeak && !isLed && !isDate && !(found.mayEnd && mayEndWithDay(title, folded(phrase))))
    return true;
  const isPast = found.day !== null && found.day < calendar.today;
  if (isPartOf(title, folded(phrase), isPast)) return true;
  const isOfRepeat = found.type === 'weekday' && endsInRepeat(joined(rest), calendar.language);
  return isOfRepeat || includesDay(title, found) || isBehindDay(rest, calendar);
}

/** Whether the rest ends with a day as well: 'Friday, Saturday'. */
function isBehindDay(words: Word[], { language }: Calendar): boolean {
  const last = (length: number) => joined(words.slice(-length)).replace(/[,;:]$/, '');
  return [1, 2, 3].some(length => length <= words.length && isDayLike(last(length), language));
}

/** A day and a colon at the beginning: 'fri: pay the rent'; a span also without a colon: 'in 3 days call'. */
function dayAtBeginning(
  words: Word[],
  calendar: Calendar,
  isKept: (phrase: string) => boolean,
): Taken | undefined {
  const colon = words.slice(0, LONGEST_PHRASE_WORDS).findIndex(({ text }) => text.endsWith(':'));
  const readAt = (length: number, phrase: string) => {
    const found = readDay(phrase, calendar);
    if (!found || found.isWeak || isKept(folded(phrase))) return undefined;
    if (colon < 0 && found.type !== 'span') return undefined;
    return taken(words.slice(0, length), found.day, folded(phrase), words.slice(length));
  };
  if (colon >= 0)
    return readAt(
      colon + 1,
      joined(words.slice(0, colon + 1))
        .slice(0, -1)
        .trim(),
    );
  return [3, 4]
    .filter(length => length < words.length && isRequest(words.slice(length).map(({ text }) => folded(text))))
    .map(length =>
      readAt(
        length,
        joined(words.slice(0, length)).replace(/^./, first => first.toLowerCase()),
      ),
    )
    .find(Boolean);
}
