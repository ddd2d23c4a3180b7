import { isTag, tagKey, tagName } from '../../shared/tags';
import { fold } from '../lib/text/fold';
import type { TagUse } from './tagSelectors';

/** The maximum numbers of characters of a typed tag, and of tags that are offered. */
const LONGEST_WORD_CHARACTERS = 60;
const MOST_OFFERED = 7;
const BEGUN = /(?:^|\s)#([\p{L}\p{M}\p{N}_\-\u200c\u200d]*)$/u;

/** The word typed behind `#` before an index of a text, null for none. */
export const wordBefore = (text: string, end: number): string | null =>
  BEGUN.exec(text.slice(Math.max(0, end - LONGEST_WORD_CHARACTERS), end))?.[1] ?? null;

/** The tags with a word that begins as what is typed, in their order. What is a whole tag already is not offered. */
export function tagsLike(word: string, tags: readonly TagUse[]): TagUse[] {
  const [typed, key] = [` ${fold(word).trim()}`, tagKey(word)];
  return tags
    .filter(({ tag, word: name }) => tag !== key && ` ${fold(tagName(name))}`.includes(typed))
    .slice(0, MOST_OFFERED);
}

/** The tag with a word, if there is one, then those with a word that begins so. */
export const tagsFor = (word: string, tags: readonly TagUse[]): TagUse[] => [
  ...tags.filter(({ tag }) => tag === tagKey(word)),
  ...tagsLike(word, tags),
];

/** Whether a word is a tag in use, or a list, so that Enter is not meant for a longer one. */
export const isWhole = (word: string, tags: readonly TagUse[]): boolean =>
  tags.some(({ tag }) => tag === tagKey(word)) ||
  (/^\p{L}/u.test(word) && !isTag(word.replace(/[-_]+$/, '')));
