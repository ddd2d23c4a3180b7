import type { Day } from '../../lib/days/days';
import type { Choice } from '../../repeats/choice';
import { endsInRepeat } from '../../repeats/readRepeat';
import type { TaskListName } from '../../tasks/task';
import { includesDay, leadsTo } from './context';
import { folded, LONGEST_PHRASE } from './phrases';
import { isDayLike, readDay, type Calendar, type FoundDay } from './readDay';
import { repeatAtBeginning, repeatAtEnd, type TakenRepeat } from './repeatIn';

/** Words that were understood: where they stand in the text, and what they are. */
export type Understood = {
  from: number;
  to: number;
  /** The words without what leads to them, in lower case: by these they can be kept as words. */
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

/** Whether a text has anything to read in it: blanks and characters without a shape are nothing. */
export const isBlank = (text: string): boolean => !SOMETHING.test(text);

/**
 * Reads a title that was typed as one line. A day or a list counts only where nothing else can be meant: at the very
 * end; a day or a repeat also at the very beginning before a colon, a list at the very beginning. At most one of each, and
 * never the whole title. `asWords` are phrases that stay words.
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
  const has = (kind: Understood['kind']) => understood.some(one => one.kind === kind);
  for (;;) {
    const taken =
      (!has('list') &&
        (listIn(words.at(-1), words.slice(0, -1), isKept) ?? listIn(words[0], words.slice(1), isKept))) ||
      (!has('repeat') &&
        repeatIn(repeatAtEnd(words, calendar, isKept) ?? repeatAtBeginning(words, calendar, isKept))) ||
      (!has('day') && (dayAtEnd(words, calendar, isKept) ?? dayAtBeginning(words, calendar, isKept)));
    if (!taken || isBlank(titleOf(joined(taken.rest)))) break;
    understood.push(taken.understood);
    words = taken.rest;
  }
  const title = text.slice(words[0]?.from, words.at(-1)?.to);
  return {
    title: understood.length > 0 ? titleOf(title) : title,
    understood: understood.sort((a, b) => a.from - b.from),
  };
}

function listIn(
  word: Word | undefined,
  rest: Word[],
  isKept: (phrase: string) => boolean,
): Taken | undefined {
  const phrase = folded(word?.text ?? '');
  if (!word || !Object.hasOwn(LISTS, phrase) || isKept(phrase)) return undefined;
  const { from, to } = word;
  return { understood: { kind: 'list', list: LISTS[phrase]!, from, to, phrase }, rest };
}

/** Without the comma that stood before the day. */
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

/** The longest day at the end. */
function dayAtEnd(words: Word[], calendar: Calendar, isKept: (phrase: string) => boolean): Taken | undefined {
  for (let length = Math.min(LONGEST_PHRASE, words.length - 1); length > 0; length--) {
    const phrase = joined(words.slice(-length));
    const found = readDay(phrase, calendar);
    if (!found || isKept(folded(phrase))) continue;
    const before = words.slice(0, -length);
    const last = folded(before.at(-1)!.text);
    const isLed = before.length > 1 && leadsTo(last, found.meaning, calendar.language);
    const rest = isLed ? before.slice(0, -1) : before;
    if (found.isWeak && !isLed) return undefined;
    const title = rest.map(({ text }) => folded(text));
    const isOfRepeat = found.meaning.type === 'weekday' && endsInRepeat(joined(rest), calendar.language);
    if (isOfRepeat || includesDay(title, found.meaning) || isBehindDay(rest, calendar)) return undefined;
    return taken(words.slice(rest.length), found.day, folded(phrase), rest);
  }
  return undefined;
}

/** Whether what is left ends with a day too: 'Friday, Saturday'. */
function isBehindDay(words: Word[], { language }: Calendar): boolean {
  const last = (length: number) => joined(words.slice(-length)).replace(/[,;:]$/, '');
  return [1, 2, 3].some(length => length <= words.length && isDayLike(last(length), language));
}

/** A day and a colon at the beginning: 'fri: pay the rent'. */
function dayAtBeginning(
  words: Word[],
  calendar: Calendar,
  isKept: (phrase: string) => boolean,
): Taken | undefined {
  const colon = words.slice(0, LONGEST_PHRASE).findIndex(({ text }) => text.endsWith(':'));
  if (colon < 0) return undefined;
  const phrase = joined(words.slice(0, colon + 1))
    .slice(0, -1)
    .trim();
  const found = readDay(phrase, calendar);
  if (!found || found.isWeak || isKept(folded(phrase))) return undefined;
  return taken(words.slice(0, colon + 1), found.day, folded(phrase), words.slice(colon + 1));
}
