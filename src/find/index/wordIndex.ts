import { wordsOf } from '../../lib/text/fold';

/** How a word matches a term: it equals it, begins with it, or contains it. */
const WHOLE = 0;
const BEGINNING = 1;
const INSIDE = 2;
/** Added to the score of a match in the text. */
export const IN_TEXT = 8;
export const NOT_FOUND = 255;

type Word = { word: string; inTitles: number[]; inTexts: number[] };

/**
 * The numbers of the entries that contain each word. Numbers are added in ascending order and never removed; the caller
 * knows which are still in use.
 */
export function openWordIndex() {
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
    return last.words;
  }

  return {
    add(number: number, title: string, text: string) {
      for (const word of wordsOf(title)) wordOf(word).inTitles.push(number);
      for (const word of wordsOf(text)) wordOf(word).inTexts.push(number);
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
