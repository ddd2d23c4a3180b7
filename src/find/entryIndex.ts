import { firstWhere } from '../lib/binarySearch';
import type { Entry, EntryChanges, Found } from './entry';
import { excerptOf } from './excerpt';
import { wordsOf } from './fold';
import { IN_TEXT, NOT_FOUND, openWordIndex } from './wordIndex';

/** More than a palette shows without scrolling far; who wants the next one types another letter. */
export const MOST = 30;

/** Below this it is not worth to begin anew for what is gone. */
const FEW = 1000;

type Hit = { entry: Entry; score: number };

/** More than any sum of how single terms match. */
const OUTSIDE_TITLE = 1000;

const isBefore = (a: Hit, b: Hit) =>
  a.score !== b.score
    ? a.score < b.score
    : a.entry.group !== b.entry.group
      ? a.entry.group < b.entry.group
      : a.entry.since > b.entry.since;

/** The lower the better; NaN when a term is not found. */
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
 * Everything that can be found, by its words. A change costs what changed: the entry gets a new number, and the index
 * is begun anew once most of its numbers mean nothing any more. (The libraries that we measured find no parts of words,
 * or not at this speed and size: bench/README.md.)
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

  /** The best, in order. An entry is found when all terms are, each in its title or text. */
  function bestFor(terms: readonly string[]): Hit[] {
    const matches = terms.map(term => words.matchesOf(term, entries.length));
    const best: Hit[] = [];
    for (let number = 0; number < entries.length; number++) {
      const entry = entries[number];
      const score = scoreOf(matches, number);
      if (!entry || !(score <= (best[MOST - 1]?.score ?? Infinity))) continue;
      const hit = { entry, score };
      const place = firstWhere(best.length, at => isBefore(hit, best[at]!));
      if (place < MOST) best.splice(place, 0, hit);
      if (best.length > MOST) best.pop();
    }
    return best;
  }

  return {
    change({ put, gone }: EntryChanges) {
      for (const key of gone) remove(key);
      for (const entry of put) {
        remove(entry.key);
        add(entry);
      }
      if (entries.length > FEW && entries.length > 2 * numbers.size) beginAnew();
    },
    /**
     * The best first: what is in the title before what is in the text, whole words before parts of them, commands before
     * what is open, done, and in the trash, late before early. Nothing for a query without words.
     */
    find(query: string): Found[] {
      const terms = [...wordsOf(query)];
      if (terms.length === 0) return [];
      return bestFor(terms).map(({ entry: { key, title, text } }) => {
        const excerpt = excerptOf(text, terms);
        return { key, title: excerptOf(title, terms), excerpt: excerpt.marks.length > 0 ? excerpt : null };
      });
    },
  };
}
