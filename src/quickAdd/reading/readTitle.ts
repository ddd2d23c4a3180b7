import { dayPlus, type Day } from '../../lib/days/days';
import type { Choice } from '../../repeats/choice';
import { beforeStart, endsInRepeat } from '../../repeats/readRepeat';
import type { TaskListName } from '../../tasks/task';
import { includesDay, isPartOf, isRequest, leadsTo, mayEndWithDay } from './context';
import { folded, LONGEST_PHRASE_WORDS, type Calendar } from './phrases';
import { isDayLike, readDay, type FoundDay } from './readDay';
import { timeMeant, type FoundTime } from './readTime';
import { repeatAtBeginning, repeatAtEnd, type TakenRepeat, type Word } from './repeatIn';
import { isTimeOfTitle, timeAtBeginning, timeAtEnd, type TakenTime } from './timeIn';
import { isTag } from '../../../shared/tags';
import { isBlank } from '../../lib/text/visible';

/** A recognized phrase: its position in the text, and its meaning. */
export type Understood = {
  from: number;
  to: number;
  /** The phrase without leading prepositions, in lower case, by which the user can turn it back into text. */
  phrase: string;
} & (
  | { kind: 'day'; day: Day | null }
  /** `HH:MM`. */
  | { kind: 'time'; time: string }
  | { kind: 'list'; list: TaskListName }
  | { kind: 'repeat'; choice: Choice; start: Day | null }
);

/** A phrase at the end that may be a day or a time, and stays in the title unless the user takes it. */
export type Offered = { phrase: string } & ({ kind: 'day'; day: Day } | { kind: 'time'; time: string });
export type Reading = { title: string; understood: Understood[]; offered: Offered | null };
/** Phrases that the user made text, and those that the user made days or times. */
export type Decided = { asWords?: readonly string[]; asRead?: readonly string[] };
type Taken = { understood: Understood[]; rest: Word[]; time?: FoundTime };

const LISTS: Record<string, TaskListName> = { '#work': 'work', '#personal': 'personal' };
const CONTROLS = /[\p{Cc}\u2028\u2029]/gu;

/**
 * Parses a one-line title. Days and times count at the end; before a colon also at the beginning, as repeats do; a span
 * or time also without one. A list counts anywhere; tags stay. At most one of each; never the whole title.
 */
export function readTitle(
  line: string,
  calendar: Calendar,
  { asWords = [], asRead = [] }: Decided = {},
): Reading {
  const text = line.replace(CONTROLS, ' ');
  const all: Word[] = [...text.matchAll(/\S+/g)].map(match => ({
    text: match[0],
    from: match.index,
    to: match.index + match[0].length,
  }));
  const tags = all.filter(isTagWord);
  let words = all.filter(word => !isTagWord(word));
  const isKept = (phrase: string) => asWords.some(kept => kept === phrase || kept.endsWith(` ${phrase}`));
  const understood: Understood[] = [];
  const has = (kind: Understood['kind']) => understood.some(phrase => phrase.kind === kind);
  let offered: Offered | null = null;
  let time: FoundTime | undefined;
  const context = {
    calendar,
    isKept,
    isDecided: (phrase: string) => asRead.includes(phrase),
    offer(phrase: Offered) {
      offered ??= phrase;
    },
  };
  for (;;) {
    const days = { ...context, hasDay: has('day'), hasRepeat: has('repeat') };
    const taken =
      (!has('list') && (listAt(words, words.length - 1, isKept) ?? listAt(words, 0, isKept))) ||
      (!has('time') && (endingTime(words, days) ?? beginningTime(words, days))) ||
      (!has('repeat') &&
        !understood.some(phrase => phrase.kind === 'day' && phrase.day === null) &&
        repeatIn(repeatAtEnd(words, calendar, isKept) ?? repeatAtBeginning(words, calendar, isKept))) ||
      (!has('day') && (dayAtEnd(words, days) ?? dayAtBeginning(words, calendar, isKept))) ||
      (!has('list') && listAnywhere(words, isKept));
    if (!taken || isBlank(titleOf(joined([...taken.rest, ...tags])))) break;
    understood.push(...taken.understood);
    time ??= taken.time;
    words = taken.rest;
  }
  const left = [...words, ...tags].sort((a, b) => a.from - b.from);
  const title = left.reduce((before, { text: word, from }, at) => {
    const gap = at === 0 ? '' : text.slice(left[at - 1]!.to, from);
    return before + (isBlank(gap) ? gap : ' ') + word; // a list was inside the phrase
  }, '');
  return {
    title: understood.length > 0 ? titleOf(title) : title,
    understood: (time ? withMeant(understood, time, calendar.today) : understood).sort(
      (a, b) => a.from - b.from,
    ),
    offered: isOpen(offered, has) ? offered : null,
  };
}

const isTagWord = ({ text }: Word) => text.startsWith('#') && isTag(text);

/** Whether an offered phrase may still be taken. */
const isOpen = (offered: Offered | null, has: (kind: Understood['kind']) => boolean) =>
  offered !== null && !has(offered.kind) && !(offered.kind === 'day' && has('repeat'));

/** The phrases with the time that is meant beside them. Today's midnight is the coming one. */
function withMeant(understood: Understood[], found: FoundTime, today: Day): Understood[] {
  const beside = understood.find(({ kind }) => kind === 'day' || kind === 'repeat');
  const { time, isNextDay } = timeMeant(found, beside?.phrase ?? '');
  return understood.map(phrase => {
    if (phrase.kind === 'time') return { ...phrase, time };
    const isLater =
      phrase.kind === 'day' &&
      phrase.day !== null &&
      (isNextDay || (phrase.day === today && time === '00:00'));
    return isLater ? { ...phrase, day: dayPlus(phrase.day!, 1) } : phrase;
  });
}

function listAt(words: Word[], at: number, isKept: (phrase: string) => boolean): Taken | undefined {
  const word = words[at];
  const phrase = folded(word?.text ?? '');
  if (!word || !Object.hasOwn(LISTS, phrase) || isKept(phrase)) return undefined;
  const { from, to } = word;
  return {
    understood: [{ kind: 'list', list: LISTS[phrase]!, from, to, phrase }],
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
  understood: [{ kind: 'day', day, phrase, from: words[0]!.from, to: words.at(-1)!.to }],
  rest,
});

const repeatIn = (repeat: TakenRepeat | undefined): Taken | undefined =>
  repeat && {
    understood: [
      {
        kind: 'repeat',
        ...repeat.found,
        phrase: repeat.phrase,
        from: repeat.words[0]!.from,
        to: repeat.words.at(-1)!.to,
      },
    ],
    rest: repeat.rest,
  };

type Days = {
  calendar: Calendar;
  isKept(phrase: string): boolean;
  /** Whether the user took the phrase as a day or a time. */
  isDecided(phrase: string): boolean;
  offer(phrase: Offered): void;
  hasDay: boolean;
  hasRepeat: boolean;
};

const takenTime = ({ found, phrase, words, rest }: TakenTime): Taken => ({
  understood: [{ kind: 'time', time: found.time, phrase, from: words[0]!.from, to: words.at(-1)!.to }],
  time: found,
  rest,
});

/**
 * A time at the end, with the day or repeat right before it. Where that day stays in the title, the time does too:
 * 'Book a table for Friday at 5'.
 */
function endingTime(words: Word[], days: Days): Taken | undefined {
  const { calendar, isKept, isDecided, offer } = days;
  const time = timeAtEnd(words, calendar.language);
  const last = time?.rest.at(-1);
  if (!time || !last || isKept(time.phrase)) return undefined;
  const rest = [...time.rest.slice(0, -1), { ...last, text: last.text.replace(/[,;]$/, '') }];
  const taken = takenTime({ ...time, rest });
  const hasBeside = days.hasDay || days.hasRepeat;
  if (!hasBeside) {
    let isOffered = false;
    const offerDay = (day: Offered) => {
      isOffered = true;
      offer(day);
    };
    const beside =
      repeatIn(repeatAtEnd(rest, calendar, isKept)) ?? endingDay(rest, { ...days, offer: offerDay });
    if (beside) return { ...taken, ...beside, understood: [...taken.understood, ...beside.understood] };
    if (isOffered || readDay(joined(rest), calendar)) return undefined;
  }
  if (!isDecided(time.phrase) && isTimeOfTitle(time, calendar.language, hasBeside)) {
    offer({ kind: 'time', phrase: time.phrase, time: timeMeant(time.found, '').time });
    return undefined;
  }
  return taken;
}

function beginningTime(words: Word[], { calendar, isKept }: Days): Taken | undefined {
  const time = timeAtBeginning(words, calendar.language, phrase => readDay(phrase, calendar) !== null);
  return time && !isKept(time.phrase) ? takenTime(time) : undefined;
}

/** The longest day phrase at the end, or before a time that the user made text: its day still counts. */
function dayAtEnd(words: Word[], days: Days): Taken | undefined {
  const time = timeAtEnd(words, days.calendar.language);
  const found = time && days.isKept(time.phrase) && endingDay(time.rest, days);
  return found ? { ...found, rest: [...found.rest, ...time.words] } : endingDay(words, days);
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
      if (found.day !== null) days.offer({ kind: 'day', phrase: folded(phrase), day: found.day });
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
