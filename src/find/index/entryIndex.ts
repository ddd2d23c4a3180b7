import { repeatInWords } from '../../repeats/makeRepeat';
import { firstWhere } from '../../lib/binarySearch';
import type { Entry, EntryChanges, Found, Matched, FromIndex, ToIndex } from './entry';
import { wordsOf, fold } from '../../lib/text/fold';

/** The maximum length of a title or excerpt in characters; two lines of the palette show fewer. */
const EXCERPT_CHARACTERS = 160;
/** Characters shown before the first match. */
const BEFORE_MATCH_CHARACTERS = 32;
/** The length, in characters, of the pieces in which a long text is searched; they overlap by more than a word. */
const PIECE_CHARACTERS = 4000;
const OVERLAP_CHARACTERS = 200;

/** Text that folds by lower case alone. */
const PLAIN = /[a-z0-9 ]/i;

/** The folded text, and for each of its characters the index in the original text. */
function traced(text: string) {
  const origins: number[] = [];
  let folded = '';
  let at = 0;
  for (const character of text) {
    const plain = PLAIN.test(character) ? character.toLowerCase() : fold(character);
    folded += plain;
    for (let n = 0; n < plain.length; n++) origins.push(at);
    at += character.length;
  }
  origins.push(text.length);
  return { folded, origins };
}

/** The index of the first match of any term; -1 without one. */
function firstMatch(text: string, terms: readonly string[]): number {
  for (let from = 0; from < text.length; from += PIECE_CHARACTERS) {
    const { folded, origins } = traced(text.slice(from, from + PIECE_CHARACTERS + OVERLAP_CHARACTERS));
    const positions = terms.map(term => folded.indexOf(term)).filter(position => position >= 0);
    if (positions.length > 0) return from + origins[Math.min(...positions)]!;
  }
  return -1;
}

function matchesIn(text: string, terms: readonly string[]): Matched['matches'] {
  const { folded, origins } = traced(text);
  const found: Matched['matches'] = [];
  for (const term of terms) {
    for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + term.length)) {
      found.push([origins[at]!, endOf(origins, at + term.length - 1)]);
    }
  }
  return joined(found.sort(([a], [b]) => a - b));
}

/** The index behind a character of the original text and its combining accents. */
function endOf(origins: readonly number[], last: number) {
  let next = last + 1;
  while (origins[next] === origins[last]) next++;
  return origins[next]!;
}

const joined = (matches: Matched['matches']) =>
  matches.reduce<Matched['matches']>((all, [from, to]) => {
    const last = all.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else all.push([from, to]);
    return all;
  }, []);

/** A title or text, shortened around the first match, with all matches marked. */
export function excerptOf(text: string, terms: readonly string[]): Matched {
  const match = firstMatch(text, terms);
  const from =
    match + BEFORE_MATCH_CHARACTERS < EXCERPT_CHARACTERS
      ? 0
      : wordStart(text, match - BEFORE_MATCH_CHARACTERS, match);
  const to = from + EXCERPT_CHARACTERS < text.length ? from + EXCERPT_CHARACTERS : text.length;
  const cut = text
    .slice(from, to)
    .replace(/\s/g, ' ')
    .replace(/[\ud800-\udbff]$/, '');
  const excerpt = `${from > 0 ? '…' : ''}${cut}${to < text.length ? '…' : ''}`;
  return { text: excerpt, matches: matchesIn(excerpt, terms) };
}

/** The start of the first word after `at`, if it lies before the match. */
function wordStart(text: string, at: number, match: number) {
  const blank = text.slice(at, match).search(/\s/);
  return blank < 0 ? match : at + blank + 1;
}

/** How a word matches a term: it equals it, begins with it, or contains it. */
const WHOLE = 0;
const BEGINNING = 1;
const INSIDE = 2;
/** Added to the score of a match in the text. */
const IN_TEXT = 8;
const NOT_FOUND = 255;

/** Shorter terms are taken as typed. */
const FORGIVEN_CHARACTERS = 5;

/** Whether a word begins with a term but for one letter: another, missing, too many, or swapped with the next. */
export function isMistyped(term: string, word: string): boolean {
  let at = 0;
  while (at < term.length && term[at] === word[at]) at++;
  const follows = (rest: string, from: number) => word.startsWith(rest, from);
  return (
    follows(term.slice(at + 1), at + 1) ||
    follows(term.slice(at + 1), at) ||
    follows(term.slice(at), at + 1) ||
    follows(`${term.charAt(at + 1)}${term.charAt(at)}${term.slice(at + 2)}`, at)
  );
}

type Word = { word: string; inTitles: number[]; inTexts: number[] };

/**
 * The numbers of the entries that contain each word. Numbers are added in ascending order and never removed; the caller
 * knows which are still in use.
 */
function openWordIndex() {
  const known = new Map<string, Word>();
  const words: Word[] = [];
  /** The words that matched the last term; if the next term extends it, only these are searched. */
  let last: { term: string; words: Word[] } | null = null;

  function wordOf(text: string): Word {
    const found = known.get(text);
    if (found) return found;
    const word = { word: text, inTitles: [], inTexts: [] };
    known.set(text, word);
    words.push(word);
    last = null;
    return word;
  }

  function withTerm(term: string): Word[] {
    const among = last && term.includes(last.term) ? last.words : words;
    last = { term, words: among.filter(({ word }) => word.includes(term)) };
    if (last.words.length > 0 || term.length < FORGIVEN_CHARACTERS) return last.words;
    return words.filter(({ word }) => isMistyped(term, word));
  }

  return {
    add(number: number, title: string, text: string) {
      for (const word of wordsOf(title)) wordOf(word).inTitles.push(number);
      for (const word of wordsOf(text)) wordOf(word).inTexts.push(number);
    },
    /** The texts to mark for a term: itself, or what it was taken for. */
    spellingsOf: (term: string) => {
      const found = withTerm(term).map(({ word }) => word);
      return found.some(word => !word.includes(term)) ? found : [term];
    },
    /** For each number the score of its match with the term: lower is better, up to NOT_FOUND. */
    matchesOf(term: string, count: number): Uint8Array {
      const best = new Uint8Array(count).fill(NOT_FOUND);
      for (const { word, inTitles, inTexts } of withTerm(term)) {
        const part = word === term ? WHOLE : word.startsWith(term) ? BEGINNING : INSIDE;
        for (const number of inTitles) if (part < best[number]!) best[number] = part;
        for (const number of inTexts) if (part + IN_TEXT < best[number]!) best[number] = part + IN_TEXT;
      }
      return best;
    },
  };
}

/** The maximum number of results of a query. */
export const MAX_RESULTS = 30;

/** Below this number of entries the index is not rebuilt. */
const FEW_ENTRIES = 1000;

type Hit = { entry: Entry; score: number };

/** Larger than any sum of the scores of single terms. */
const OUTSIDE_TITLE = 1000;

const isBefore = (a: Hit, b: Hit) =>
  a.score !== b.score
    ? a.score < b.score
    : a.entry.group !== b.entry.group
      ? a.entry.group < b.entry.group
      : a.entry.since > b.entry.since;

/** The score of an entry, lower is better; NaN when a term is not found. */
function scoreOf(matches: readonly Uint8Array[], number: number) {
  let score = 0;
  let outside = 0;
  for (const match of matches) {
    const part = match[number]!;
    if (part === NOT_FOUND) return NaN;
    if (part >= IN_TEXT) outside = OUTSIDE_TITLE;
    score += part % IN_TEXT;
  }
  return score + outside;
}

/**
 * The index of all entries by their words. A changed entry gets a new number, so that a change costs only its own entry;
 * the index is rebuilt once most numbers are unused. Libraries were measured and find no parts of words: bench/README.md.
 */
export function openEntryIndex() {
  const numbers = new Map<string, number>();
  let entries: (Entry | undefined)[] = [];
  let words = openWordIndex();

  function add(entry: Entry) {
    numbers.set(entry.key, entries.length);
    words.add(entries.length, entry.title, entry.text);
    entries.push(entry);
  }

  function remove(key: string) {
    const number = numbers.get(key);
    if (number === undefined) return;
    entries[number] = undefined;
    numbers.delete(key);
  }

  function beginAnew() {
    const all = entries.filter(entry => entry !== undefined);
    entries = [];
    words = openWordIndex();
    all.forEach(add);
  }

  /** The best results, in order. An entry is found when each term is in its title or text. */
  function bestFor(terms: readonly string[]): Hit[] {
    const matches = terms.map(term => words.matchesOf(term, entries.length));
    const best: Hit[] = [];
    for (let number = 0; number < entries.length; number++) {
      const entry = entries[number];
      const score = scoreOf(matches, number);
      if (!entry || !(score <= (best[MAX_RESULTS - 1]?.score ?? Infinity))) continue;
      const hit = { entry, score };
      const rank = firstWhere(best.length, at => isBefore(hit, best[at]!));
      if (rank < MAX_RESULTS) best.splice(rank, 0, hit);
      if (best.length > MAX_RESULTS) best.pop();
    }
    return best;
  }

  return {
    change({ put, gone }: EntryChanges) {
      for (const key of gone) remove(key);
      for (const { repeat, ...entry } of put) {
        remove(entry.key);
        add(repeat ? { ...entry, text: `${entry.text}\nrepeats ${repeatInWords(repeat)}`.trim() } : entry);
      }
      if (entries.length > FEW_ENTRIES && entries.length > 2 * numbers.size) beginAnew();
    },
    /**
     * The best results first. Matches in the title precede those in the text, whole words precede parts; then
     * commands, open items, done ones, the trash; then later ones first. Empty for a query without words.
     */
    find(query: string): Found[] {
      const terms = [...wordsOf(query)];
      if (terms.length === 0) return [];
      const found = bestFor(terms);
      const marked = terms.flatMap(words.spellingsOf);
      return found.map(({ entry: { key, title, text } }) => {
        const excerpt = excerptOf(text, marked);
        return { key, title: excerptOf(title, marked), excerpt: excerpt.matches.length > 0 ? excerpt : null };
      });
    },
  };
}

/** The worker's side of the finder: applies a change, or answers a query. */
export function openAnswers() {
  const index = openEntryIndex();
  return (message: ToIndex): FromIndex | undefined => {
    if (message.type === 'find') return { id: message.id, found: index.find(message.query) };
    index.change(message.changes);
    return undefined;
  };
}
