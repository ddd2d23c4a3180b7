/**
 * Tags in a line of text: `#word`, a letter after `#`, a blank or the beginning before it. They are nowhere but in the
 * text. A tag's key is its word in lower case, in Unicode's composed form: `#Haus` and `#haus` are one tag.
 */
const WORD = '[\\p{L}\\p{M}\\p{N}_\\-\\u200c\\u200d]';
/** The end of the word is looked at first, so that a long one costs a single pass. */
const TAG = new RegExp(
  `(?<=^|\\s)#(?=\\p{L}${WORD}*(?!${WORD}|[#@/]))(\\p{L}(?:${WORD}*[\\p{L}\\p{M}\\p{N}])?)`,
  'gu',
);
/** A colour of a style sheet: hexadecimal with a digit, or of pairs: `#fff`, `#a1b2c3`. */
const COLOUR = /^(?=.*\d|(.)\1+$|(?:(.)\2)+$)(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;
/** The two lists of every account, which quick add reads. */
const LISTS = ['work', 'personal'];

/** A piece of a line: plain text, or a tag with its key. */
export type Piece = { text: string; tag: string | null };

/** The word of a name, as it is written behind `#`: blanks become hyphens. */
export const tagWord = (name: string): string =>
  name.normalize('NFC').trim().replace(/^#/, '').replace(/\s+/g, '-');

/** The key of a tag's word, or of a name with blanks. Without letters or digits it is empty. */
export const tagKey = (name: string): string => tagWord(name).toLowerCase();

/** A tag's name as people read it: hyphens and low lines are blanks. */
export const tagName = (word: string): string => word.replace(/[-_]+/g, ' ');

/** Whether a name can be a tag: written behind `#` it is read as one whole tag. */
export const isTag = (name: string): boolean => {
  const [first, ...others] = piecesOf(`#${tagKey(name)}`);
  return others.length === 0 && first?.tag === tagKey(name);
};

/** The pieces of a line, in order; joined they are the line. */
export function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  if (line.includes('#'))
    for (const { 0: text, 1: word, index } of line.matchAll(TAG)) {
      const tag = tagKey(word!);
      if (COLOUR.test(tag) || LISTS.includes(tag)) continue;
      if (index > end) pieces.push({ text: line.slice(end, index), tag: null });
      pieces.push({ text, tag });
      end = index + text.length;
    }
  if (end < line.length) pieces.push({ text: line.slice(end), tag: null });
  return pieces;
}

/** The keys of a line's tags, each once, in order. */
export const tagsIn = (line: string): string[] =>
  line.includes('#') ? [...new Set(piecesOf(line).flatMap(({ tag }) => tag ?? []))] : [];

/** The line with the names of its tags in their places, as chips show it. */
export const withTagNames = (line: string): string =>
  piecesOf(line)
    .map(({ tag, text }) => (tag === null ? text : tagName(text.slice(1))))
    .join('');

/** The line without its tags; the line itself when nothing else is in it. */
export function withoutTags(line: string): string {
  if (!line.includes('#')) return line;
  const rest = piecesOf(line).map(({ text, tag }) => (tag === null ? text : ''));
  return rest.join('').replace(/\s+/g, ' ').trim() || line;
}

/** The line with this tag at its end, as it is spelled, unless it has it. */
export const withTag = (line: string, tag: string): string =>
  tagsIn(line).includes(tagKey(tag)) ? line : `${line.trimEnd()} #${tag}`.trimStart();

/**
 * The line with a tag renamed to another word, or taken out when `to` is null; one that it has already is not written
 * twice.
 */
export function retagged(line: string, tag: string, to: string | null): string {
  const pieces = piecesOf(line);
  if (!pieces.some(piece => piece.tag === tag)) return line;
  const key = to === null ? null : tagKey(to);
  let isThere = key === null || (key !== tag && pieces.some(piece => piece.tag === key));
  let isShorter = false;
  const written = pieces.map(piece => {
    if (piece.tag !== tag) return piece.text;
    if (isThere) isShorter = true;
    const text = isThere ? '' : `#${to}`;
    isThere = true;
    return text;
  });
  const text = written.join('');
  return isShorter ? text.replace(/(\s)\s+/g, '$1').trim() : text;
}

/**
 * A line that two sides changed, one of them only its tags: the other's line with these tags. Null where both changed
 * the words, or the same tag.
 */
export const mergeTags = (base: string, mine: string, theirs: string): string | null =>
  retaggedLike(base, mine, theirs) ?? retaggedLike(base, theirs, mine);

const wordsIn = (line: string) => withoutTags(line).replace(/\s+/g, ' ').trim();

/** A line with the tags changed as from `base` to `side`; null when more than tags differs there. */
function retaggedLike(base: string, side: string, line: string): string | null {
  if (wordsIn(base) !== wordsIn(side)) return null;
  const [before, after] = [tagsIn(base), tagsIn(side)];
  const gone = before.filter(tag => !after.includes(tag));
  const come = after.filter(tag => !before.includes(tag));
  if (!gone.every(tag => tagsIn(line).includes(tag))) return null;
  const wordOf = (tag: string | undefined) =>
    piecesOf(side)
      .find(piece => piece.tag === tag && tag !== undefined)
      ?.text.slice(1) ?? null;
  const renamed = gone.reduce((text, tag, at) => retagged(text, tag, wordOf(come[at])), line);
  return come.slice(gone.length).reduce((text, tag) => withTag(text, wordOf(tag)!), renamed);
}
