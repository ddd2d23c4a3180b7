import { analyse } from 'chardet';
import { attempt } from '../../lib/attempt';

/** Encodings without a mark, as `TextDecoder` names them, and the languages whose computers write them. */
const ENCODINGS: Record<string, string> = {
  'windows-1252': 'en de fr es it nl pt sv da nb no fi is id',
  'windows-1250': 'pl cs sk hu ro hr sl bs sq',
  'windows-1251': 'ru uk bg sr mk be kk',
  'windows-1253': 'el',
  'windows-1254': 'tr az',
  'windows-1255': 'he',
  'windows-1256': 'ar fa ur',
  'windows-1257': 'lt lv et',
  'windows-1258': 'vi',
  'windows-874': 'th',
  'koi8-r': '',
  shift_jis: 'ja',
  gb18030: 'zh',
  'euc-kr': 'ko',
  big5: 'zh-TW zh-HK',
  'euc-jp': '',
  'iso-8859-2': '',
  macintosh: '',
  'x-mac-cyrillic': '',
};

/** Names of chardet for encodings that Windows extends. */
const SAME: Record<string, string> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-2': 'windows-1250',
  'iso-8859-6': 'windows-1256',
  'iso-8859-7': 'windows-1253',
  'iso-8859-8': 'windows-1255',
  'iso-8859-9': 'windows-1254',
};

/** The encoding by which a file was read, and the others that it may have, the likeliest first. */
export type Encoding = { chosen: string; offered: string[] };
export type Decoded = { text: string; encoding: Encoding | null; isDamaged: boolean };

/** The words with other letters than ASCII, by which an encoding is known: column names would pass for English. */
const WORDS = /[^\0- ",;]*[\x80-\xff][^\0- ",;]*(?: [^\0- ",;]+)*/g;
/** The confidence that chardet has in each encoding of several bytes when it finds no known letters. */
const NO_EVIDENCE = 10;
/** The weight of the browser's language beside chardet's confidence in per cent. */
const LANGUAGE_POINTS = 15;
const SAMPLE_BYTES = 100_000;

/** A text of one character per byte. */
const binaryOf = (bytes: Uint8Array) => {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return parts.join('');
};
const bytesOf = (binary: string) => Uint8Array.from(binary, character => character.charCodeAt(0));
const decode = (bytes: Uint8Array, encoding: string, fatal = false) =>
  attempt(() => new TextDecoder(encoding, { fatal }).decode(bytes));

/** Blanks and the punctuation of ordinary texts; other signs within a word are strange. */
const BETWEEN_WORDS = /[\s!-/:-@[-`{-~“”‘’„‚–—…«»¿¡、。，：；！？（）「」『』《》]+/u;

/**
 * Counts what no language has: words with signs, an opening quote or letters of two scripts within, or with a capital
 * after a small letter, and a text in Latin letters of which hardly one is ASCII.
 */
function strangenessOf(text: string): number {
  const words = text.split(BETWEEN_WORDS).filter(word => /\p{L}/u.test(word));
  const strange = words.filter(
    word =>
      /[^\p{L}\p{M}\d]/u.test(word) ||
      (/\p{Script=Latin}/u.test(word) && /(?!\p{Script=Latin})\p{L}/u.test(word)) ||
      (/\p{Script=Hangul}/u.test(word) && /(?!\p{Script=Hangul})\p{L}/u.test(word)) ||
      /\p{Ll}\p{Lu}/u.test(word),
  ).length;
  const quotes = text.match(/\p{L}[“„‚‹]\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu) ?? [];
  const other = latin.filter(letter => letter > '\x7f').length;
  return strange + quotes + (latin.length > 2 && other > latin.length * 0.9 ? 1 : 0);
}

/** The encodings that a text without Unicode may have, the likeliest first. */
function encodingsOf(bytes: Uint8Array, language: string): string[] {
  const words = binaryOf(bytes.subarray(0, SAMPLE_BYTES)).match(WORDS)?.join(' ') ?? '';
  const sample = bytesOf(words);
  const confidence = new Map<string, number>();
  for (const { name, confidence: points } of analyse(sample)) {
    const encoding = SAME[name.toLowerCase()] ?? name.toLowerCase();
    if (points > NO_EVIDENCE) confidence.set(encoding, Math.max(points, confidence.get(encoding) ?? 0));
  }
  const isOfLanguage = (languages: string) =>
    languages.split(' ').some(own => language === own || language.startsWith(`${own}-`));
  return Object.entries(ENCODINGS)
    .map(([encoding, languages]) => {
      const text = decode(sample, encoding, true);
      const strange = text === undefined ? Infinity : strangenessOf(text);
      return {
        encoding,
        strange,
        points: (confidence.get(encoding) ?? 0) + (isOfLanguage(languages) ? LANGUAGE_POINTS : 0),
      };
    })
    .sort((a, b) => (a.strange === b.strange ? b.points - a.points : a.strange - b.strange))
    .map(({ encoding }) => encoding);
}

/** UTF-16 without a mark has a zero in every other byte of plain text. */
function utf16Of(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, 1000);
  const zeros = [0, 0];
  sample.forEach((byte, at) => byte === 0 && zeros[at % 2]!++);
  const [even, odd] = zeros as [number, number];
  if (Math.max(even, odd) * 4 < sample.length || Math.min(even, odd) * 4 > Math.max(even, odd)) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** A calendar may fold a line within a letter: the rest of the letter moves before the fold, which changes no text. */
function withWholeLetters(bytes: Uint8Array): Uint8Array {
  let binary = binaryOf(bytes);
  for (let before = ''; before !== binary;) {
    before = binary;
    binary = binary.replace(/([\x80-\xff])(\r?\n[ \t])([\x80-\xbf]+)/g, '$1$3$2');
  }
  return bytesOf(binary);
}

const isCalendar = (bytes: Uint8Array) =>
  /^[\s\xef\xbb\xbf]*BEGIN:VCALENDAR/i.test(binaryOf(bytes.subarray(0, 100)));

/** UTF-8 with few damaged letters, as in a file that is cut off or joined with another; null for other encodings. */
function damagedUtf8(bytes: Uint8Array): string | null {
  const text = decode(bytes, 'utf-8')!;
  const damaged = text.match(/\uFFFD+/g)?.length ?? 0;
  const isCut = damaged === 1 && text.endsWith('\uFFFD');
  const letters = text.match(/[^\0-\x7f\uFFFD]/gu)?.length ?? 0;
  return isCut && letters > 0 ? text.slice(0, -1) : damaged * 5 <= letters ? text : null;
}

/**
 * Decodes a text file: in Unicode, else in the encoding that is chosen for it or that it most likely has. What is not
 * Unicode can't be known for certain: `encoding` has the others to choose from.
 */
export function decoded(bytes: Uint8Array, language: string, chosen?: string): Decoded {
  const whole = { encoding: null, isDamaged: false };
  const utf16 = utf16Of(bytes);
  if (utf16) return { ...whole, text: decode(bytes, utf16)! };
  const text = decode(bytes, 'utf-8', true);
  if (text !== undefined) return { ...whole, text };
  if (isCalendar(bytes)) {
    const unfolded = decode(withWholeLetters(bytes), 'utf-8', true);
    if (unfolded !== undefined) return { ...whole, text: unfolded };
  }
  const damaged = damagedUtf8(bytes);
  if (damaged !== null && chosen === undefined) return { text: damaged, encoding: null, isDamaged: true };
  const offered = encodingsOf(bytes, language);
  const used = chosen !== undefined && offered.includes(chosen) ? chosen : offered[0]!;
  return { text: decode(bytes, used)!, encoding: { chosen: used, offered }, isDamaged: false };
}
