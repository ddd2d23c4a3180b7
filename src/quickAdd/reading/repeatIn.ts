import { ruleOfChoice } from '../../repeats/choice';
import {
  beginsRepeat,
  isAdverb,
  leadsIntoTitle,
  readRepeat,
  type FoundRepeat,
} from '../../repeats/readRepeat';
import { folded, type Calendar } from './phrases';
import { readDay } from './readDay';

export type Word = { text: string; from: number; to: number };
export type TakenRepeat = { found: FoundRepeat; phrase: string; words: Word[]; rest: Word[] };

/** The maximum number of words in a repeat phrase. */
const LONGEST_REPEAT_WORDS = 14;
const joined = (words: Word[]) => words.map(({ text }) => text).join(' ');

/** A repeat that has a next day, and that the user did not turn back into text. */
function repeatOf(
  phrase: string,
  calendar: Calendar,
  isKept: (phrase: string) => boolean,
): FoundRepeat | null {
  const dayOf = (words: string) => {
    // 'until december', 'bis Januar'
    const [found] = ['', 'in ', 'im ', 'en '].flatMap(lead => readDay(lead + words, calendar) ?? []);
    const day = found?.day ?? null;
    return day !== null && day >= calendar.today ? day : null;
  };
  const found = isKept(folded(phrase)) ? null : readRepeat(phrase, calendar.language, dayOf);
  const comes = found && ruleOfChoice(found.choice, found.start ?? calendar.today, calendar.firstDayOfWeek);
  return comes ? found : null;
}

/** A repeat at the end of a title. Its first word must be in lower case, or be the only one that is not: 'Watch Every Day' is a title. */
export function repeatAtEnd(
  words: Word[],
  calendar: Calendar,
  isKept: (phrase: string) => boolean,
): TakenRepeat | undefined {
  const { language } = calendar;
  for (let at = Math.max(1, words.length - LONGEST_REPEAT_WORDS); at < words.length; at++) {
    const [rest, taken] = [words.slice(0, at), words.slice(at)];
    if (leadsIntoTitle(folded(rest.at(-1)!.text), language)) continue;
    const [word, ...more] = taken.map(({ text }) => text.replace(/,$/, ''));
    const first = more.length > 0 && more.every(each => each === folded(each)) ? folded(word!) : word!;
    const phrase = joined(taken);
    const found =
      beginsRepeat(first, language) || isAdverb(first, language) ? repeatOf(phrase, calendar, isKept) : null;
    if (found) return { found, phrase: folded(phrase), words: taken, rest };
  }
  return undefined;
}

/** A repeat before a colon at the beginning: 'Every tue: bins'. */
export function repeatAtBeginning(
  words: Word[],
  calendar: Calendar,
  isKept: (phrase: string) => boolean,
): TakenRepeat | undefined {
  const colon = words.slice(0, LONGEST_REPEAT_WORDS).findIndex(({ text }) => text.endsWith(':'));
  if (colon < 0 || colon === words.length - 1) return undefined;
  const phrase = joined(words.slice(0, colon + 1))
    .slice(0, -1)
    .trim();
  const found = beginsRepeat(folded(phrase.split(' ')[0]!), calendar.language)
    ? repeatOf(phrase, calendar, isKept)
    : null;
  return found
    ? { found, phrase: folded(phrase), words: words.slice(0, colon + 1), rest: words.slice(colon + 1) }
    : undefined;
}
