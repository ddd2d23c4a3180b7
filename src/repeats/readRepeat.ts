import type { Day } from '../lib/days/days';
import type { Choice, DayOfMonth, End, Unit } from './choice';
import { repeatWordsOf, type RepeatWords } from './languages';

/** A repeat named by a phrase; `start` where the phrase names it. */
export type FoundRepeat = { choice: Choice; start: Day | null };

/** Parses a day phrase; null for anything else. */
type ReadDay = (words: string) => Day | null;
type Match = (string | undefined)[];
type Pattern = { pattern: RegExp; choice(match: Match): Choice | null };
type Grammar = {
  patterns: Pattern[];
  tail: RegExp;
  /** The start of a repeat without a day so far. */
  open: RegExp;
  rewrites: [RegExp, string | ((word: string) => string)][];
  words: RepeatWords;
};

const MOST = 99;
const spelled = (words: string) =>
  words.normalize('NFC').toLowerCase().replace(/['’ʼ]/g, '’').replace(/\s+/g, ' ').replace(/ ,/g, ',');
const anyOf = (words: Record<string, unknown>) =>
  Object.keys(words)
    .sort((a, b) => b.length - a.length)
    .map(word => word.replace('.', '\\.'))
    .join('|');

/** The sources of one language's regular expressions. */
function sourcesOf(words: RepeatWords) {
  const [units, numbers, weekdays, months, ordinals] = [
    words.units,
    words.numbers,
    words.weekdays,
    words.months,
    words.ordinals,
  ].map(anyOf) as [string, string, string, string, string];
  const number = `\\d{1,2}|${numbers}`;
  const days = `(?:${weekdays})(?:${words.and}(?:${weekdays}))*`;
  const date = words.date.replace('(\\d', '(?:\\d');
  const dateList = `(?:${date})(?:${words.and}(?:${date}))*`;
  const yearDate = `(?:(?:${date}|\\d{1,2})(?: of)? (?:${months})|(?:${months}) (?:${date}|\\d{1,2}))`;
  const nth = `(?:${ordinals})(?:${words.and}(?:${ordinals}))* (?:${weekdays})`;
  const onMonth = `${words.lastWorkday}|${words.lastDay}|${nth}|${dateList}`;
  return { units, weekdays, months, ordinals, number, days, date, yearDate, onMonth };
}
type Sources = ReturnType<typeof sourcesOf>;

/** Functions that parse matched text in one language. */
function readersOf(words: RepeatWords, { weekdays, months, ordinals }: Sources) {
  const numberOf = (word = '1') => words.numbers[word] ?? Number(word);
  return {
    numberOf,
    stepsOf: (word: string | undefined) =>
      word && new RegExp(`^(?:${words.other})$`).test(word) && !(word in words.numbers) ? 2 : numberOf(word),
    weekdaysIn: (text: string) => [
      ...new Set(
        [...text.matchAll(new RegExp(`(?:${weekdays})(?=[ ,&]|$)`, 'g'))].map(
          ([word]) => words.weekdays[word]!,
        ),
      ),
    ],
    onDay(text: string): DayOfMonth | null {
      if (new RegExp(`^(?:${words.lastWorkday})`).test(text)) return { type: 'lastWorkday' };
      if (new RegExp(`^(?:${words.lastDay})`).test(text)) return { type: 'last' };
      const [, counted, weekday] =
        new RegExp(`^((?:${ordinals})(?:${words.and}(?:${ordinals}))*) (${weekdays})`).exec(text) ?? [];
      if (counted && weekday) {
        const nths = [...counted.matchAll(new RegExp(ordinals, 'g'))].map(([word]) => words.ordinals[word]!);
        return { type: 'nth', nths: [...new Set(nths)], weekday: words.weekdays[weekday]! };
      }
      const dates = [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits));
      return dates.every(date => date >= 1 && date <= 31) ? { type: 'dates', dates } : null;
    },
    yearly(n: number, text: string): Choice | null {
      const [name] = new RegExp(`(?:${months})(?=[ ]|$)`).exec(text) ?? [];
      const month = words.months[name!];
      const on = Number(/\d+/.exec(text)?.[0]);
      const isDate =
        month !== undefined && new Date(Date.UTC(2024, month - 1, on)).getUTCDate() === on && on > 0;
      return isDate ? { every: 'year', n, month, on: { type: 'dates', dates: [on] } } : null;
    },
    unitChoice(n: number, unit: Unit, after: boolean): Choice {
      if (after) return { every: 'after', unit, n };
      return unit === 'week' ? { every: 'week', n, weekdays: [] } : { every: unit, n };
    },
  };
}

function patternsOf(words: RepeatWords, sources: Sources): Pattern[] {
  const { units, number, days, yearDate, onMonth } = sources;
  const { stepsOf, weekdaysIn, onDay, yearly, unitChoice } = readersOf(words, sources);
  const every = `(?:${words.every})(!)?`;
  const steps = `(?: (${words.other}|${number}))?`;
  const ofMonth = `(?: (?:${words.ofMonth}))?`;
  const all: [string, (match: Match) => Choice | null][] = [
    [
      `${every}${steps} (${units})`,
      ([, mark, n, unit]) => unitChoice(stepsOf(n), words.units[unit!]!, !!mark),
    ],
    [`${every} (?:${words.workday})`, ([, mark]) => (mark ? null : { every: 'workday', n: 1 })],
    [
      `${every}(?: (${words.other}))? (${days})`,
      ([, mark, other, text]) =>
        mark ? null : { every: 'week', n: other ? 2 : 1, weekdays: weekdaysIn(text!) },
    ],
    [
      `${every}${steps} (${units})(?: (?:${words.on}))? (.+)`,
      ([, mark, n, name, text]) => {
        const unit = words.units[name!]!;
        if (mark || unit === 'day') return null;
        if (unit === 'week')
          return new RegExp(`^${days}$`).test(text!)
            ? { every: 'week', n: stepsOf(n), weekdays: weekdaysIn(text!) }
            : null;
        if (unit === 'year')
          return new RegExp(`^${yearDate}$`).test(text!) ? yearly(stepsOf(n), text!) : null;
        const on = new RegExp(`^(?:${onMonth})$`).test(text!) ? onDay(text!) : null;
        return on && { every: 'month', n: stepsOf(n), on };
      },
    ],
    [
      `${every} (${onMonth})${ofMonth}`,
      ([, mark, text]) => {
        const on = mark ? null : onDay(text!);
        return on && { every: 'month', n: 1, on };
      },
    ],
    [`${every} (${yearDate})`, ([, mark, text]) => (mark ? null : yearly(1, text!))],
    [
      `${every}${steps} (${units}) (?:${words.afterDone})`,
      ([, , n, unit]) => ({ every: 'after', unit: words.units[unit!]!, n: stepsOf(n) }),
    ],
  ];
  return all.map(([pattern, choice]) => ({ pattern: new RegExp(`^(?:${pattern})$`), choice }));
}

function grammarOf(words: RepeatWords): Grammar {
  const sources = sourcesOf(words);
  const { units, ordinals, number, date } = sources;
  const counted = `(?:${words.other}|${ordinals}|${date}|${number})`;
  return {
    patterns: patternsOf(words, sources),
    tail: new RegExp(
      `^(.+[^,]),? (?:(?:${words.from}) (?<from>.+?)|(?:${words.until}) (?<until>.+?)|` +
        `(?:${words.during}) (?<n>${number}) (?<unit>${units})|` +
        `(?<times>\\d{1,3}) ${words.times})$`,
    ),
    open: new RegExp(`(?:^| )(?:${words.every})(?:!(?: ${counted})*|(?: ${counted})+)$`),
    rewrites: [
      [new RegExp(`^(?:${anyOf(words.adverbs)})(?=[ ,]|$)`), word => words.adverbs[word]!],
      ...words.rewrites.map(([pattern, text]): [RegExp, string] => [new RegExp(pattern), text]),
    ],
    words,
  };
}

const grammars = new Map<string, Grammar[]>();
function grammarsOf(language: string): Grammar[] {
  let all = grammars.get(language);
  if (!all) grammars.set(language, (all = repeatWordsOf(language).map(grammarOf)));
  return all;
}

function readBy(grammar: Grammar, words: string, readDay: ReadDay): FoundRepeat | null {
  let text = spelled(words);
  let start: Day | null = null;
  let end: End | undefined;
  for (;;) {
    for (const [pattern, other] of grammar.rewrites) text = text.replace(pattern, other as string);
    const [match] = grammar.patterns.flatMap(({ pattern, choice }) => {
      const found = pattern.exec(text);
      const read = found && choice([...found]);
      return read && read.n >= 1 && read.n <= MOST ? [read] : [];
    });
    if (match) return { choice: end ? { ...match, end } : match, start };
    const groups = grammar.tail.exec(text);
    if (!groups) return null;
    const { from, until, n, unit, times } = groups.groups!;
    if (from !== undefined) {
      if (start !== null || (start = readDay(from)) === null) return null;
    } else {
      if (end) return null;
      const day = until === undefined ? null : readDay(until);
      if (until !== undefined && day === null) return null;
      if (day !== null) end = { until: day };
      else if (times !== undefined) end = { times: Number(times) };
      else end = { span: grammar.words.numbers[n!] ?? Number(n), unit: grammar.words.units[unit!]! };
      if (('times' in end && end.times < 1) || ('span' in end && end.span < 1)) return null;
    }
    text =
      times === undefined ? groups[1]! : groups[1]!.replace(new RegExp(` (?:${grammar.words.during})$`), '');
  }
}

/** Parses a repeat phrase in English and another language; null when it is none. */
export function readRepeat(words: string, language: string, readDay: ReadDay): FoundRepeat | null {
  for (const grammar of grammarsOf(language)) {
    const found = readBy(grammar, words, readDay);
    if (found) return found;
  }
  return null;
}

/** Whether a word before a repeat makes it part of the title. */
export const leadsIntoTitle = (word: string, language: string): boolean =>
  repeatWordsOf(language).some(({ before }) => before.includes(word));

/** Whether a word starts a repeat; only then is a title parsed for one. Words such as `weekly` must be spelled as listed. */
export const beginsRepeat = (word: string, language: string): boolean =>
  grammarsOf(language).some(({ words }) => new RegExp(`^(?:${words.begins})!?$`).test(word));
/** The text before words that lead to a repeat's first day: `Bins` of `Bins starting`; null without them. */
export function beforeStart(text: string, language: string): string | null {
  for (const { from } of repeatWordsOf(language)) {
    const [, before] = new RegExp(`^(.+?) (?:${from})$`, 'i').exec(text) ?? [];
    if (before !== undefined) return before;
  }
  return null;
}
export const isAdverb = (word: string, language: string): boolean =>
  repeatWordsOf(language).some(({ adverbs }) => Object.hasOwn(adverbs, word));

/** Whether a text ends with an incomplete repeat, to which the following day belongs: `Club every 6th`. */
export const endsInRepeat = (words: string, language: string): boolean =>
  grammarsOf(language).some(({ open }) => open.test(spelled(words)));
