import type { Day } from '../../lib/days/days';
import type { Choice } from '../../repeats/choice';
import { endsInRepeat } from '../../repeats/readRepeat';
import type { TaskListName } from '../../tasks/task';
import { includesDay, isPartOf, isRequest, leadsTo, mayEndWithDay } from './context';
import { folded, LONGEST_PHRASE_WORDS } from './phrases';
import { isDayLike, readDay, type Calendar, type FoundDay } from './readDay';
import { repeatAtBeginning, repeatAtEnd, type TakenRepeat } from './repeatIn';

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

export type Reading = { title: string; understood: Understood[] };
type Word = { text: string; from: number; to: number };
type Taken = { understood: Understood; rest: Word[] };

const LISTS: Record<string, TaskListName> = { '#work': 'work', '#personal': 'personal' };
const CONTROLS = /[\p{Cc}\u2028\u2029]/gu;
const SOMETHING = /[^\s\p{Cf}\p{Cc}]/u;

/** Whether a text has visible characters, rather than only blanks and invisible ones. */
export const isBlank = (text: string): boolean => !SOMETHING.test(text);

/**
 * Parses a one-line title. A day counts only at the end. A day or repeat also counts at the beginning before a colon,
 * a span also without one. A list counts anywhere. At most one of each; never the whole title. `asWords` are skipped.
 */
export function readTitle(line: string, calendar: Calendar, asWords: readonly string[] = []): Reading {
  const text = line.replace(CONTROLS, ' ');
  let words: Word[] = [...text.matchAll(/\S+/g)].map(match => ({
    text: match[0],
    from: match.index,
    to: match.index + match[0].length,
  }));
  const isKept = (phrase: string) => asWords.some(kept => kept === phrase || kept.endsWith(` ${phrase}`));
  const understood: Understood[] = [];
  const has = (kind: Understood['kind']) => understood.some(phrase => phrase.kind === kind);
  for (;;) {
    const taken =
      (!has('list') && (listAt(words, words.length - 1, isKept) ?? listAt(words, 0, isKept))) ||
      (!has('repeat') &&
        repeatIn(repeatAtEnd(words, calendar, isKept) ?? repeatAtBeginning(words, calendar, isKept))) ||
      (!has('day') && (dayAtEnd(words, calendar, isKept) ?? dayAtBeginning(words, calendar, isKept))) ||
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

/** The longest day phrase at the end. */
function dayAtEnd(words: Word[], calendar: Calendar, isKept: (phrase: string) => boolean): Taken | undefined {
  for (let length = Math.min(LONGEST_PHRASE_WORDS, words.length - 1); length > 0; length--) {
    const phrase = joined(words.slice(-length));
    const found = readDay(phrase, calendar);
    if (!found || isKept(folded(phrase))) continue;
    const before = words.slice(0, -length);
    const last = folded(before.at(-1)!.text);
    const isLed = before.length > 1 && leadsTo(last, found.meaning, calendar.language);
    const rest = isLed ? before.slice(0, -1) : before;
    const title = rest.map(({ text }) => folded(text));
    if (found.isWeak && !isLed && !(found.mayEnd && mayEndWithDay(title, folded(phrase)))) return undefined;
    const isPast = found.day !== null && found.day < calendar.today;
    if (isPartOf(title, folded(phrase), isPast)) return undefined;
    const isOfRepeat = found.meaning.type === 'weekday' && endsInRepeat(joined(rest), calendar.language);
    if (isOfRepeat || includesDay(title, found.meaning) || isBehindDay(rest, calendar)) return undefined;
    return taken(words.slice(rest.length), found.day, folded(phrase), rest);
  }
  return undefined;
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
    if (colon < 0 && found.meaning.type !== 'span') return undefined;
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
