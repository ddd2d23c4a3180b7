import { repeatInWords } from '../../repeats/makeRepeat';
import { firstWhere } from '../../lib/binarySearch';
import type { Entry, EntryChanges, Found } from './entry';
import { excerptOf } from './excerpt';
import { wordsOf } from '../../lib/text/fold';
import { IN_TEXT, NOT_FOUND, openWordIndex } from './wordIndex';

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
      return bestFor(terms).map(({ entry: { key, title, text } }) => {
        const excerpt = excerptOf(text, terms);
        return { key, title: excerptOf(title, terms), excerpt: excerpt.matches.length > 0 ? excerpt : null };
      });
    },
  };
}
