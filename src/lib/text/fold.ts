/** Plain spellings of letters that Unicode normalisation does not decompose. */
const PLAIN: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
};
/** Accents, soft hyphens, and signs without a width, which may stand within a word. */
const UNSEEN = /[\u0300-\u036f\p{Default_Ignorable_Code_Point}]/gu;
const SPECIAL = /[ßæœøłđðþıς]/g;
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}\p{S}]+/gu;

const foldSpecial = (text: string) =>
  text
    .replace(UNSEEN, '')
    .replace(SPECIAL, letter => PLAIN[letter]!)
    .replace(BETWEEN_WORDS, ' ');

/**
 * Text without case, accents and invisible signs, in one normal form; everything between words becomes blanks. Plain
 * text skips the step for single letters, which is three times as fast.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9 ]+/g, foldSpecial);

/** The distinct words of a text, folded. */
export const wordsOf = (text: string): Set<string> => new Set(fold(text).split(' ').filter(Boolean));
