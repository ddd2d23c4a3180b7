import type { Matched } from './entry';
import { fold } from '../../lib/text/fold';

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
