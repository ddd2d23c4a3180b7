import { obsidianTask } from '../../lib/text/obsidian';
import { isBlank } from '../../lib/text/visible';

/** The maximum number of tasks that are added at once. */
export const MOST_TASKS = 500;
/** More characters than a title can have (docs/rules.md, Constants). */
export const LONGEST_TITLE_CHARACTERS = 10_000;

const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
/** A quoted cell of a spreadsheet that holds a tab or a line break. Excel and Sheets quote no other cells. */
const QUOTED_CELL = /(?<=^|[\t\r\n])"((?:[^"]|"")*)"(?=[\t\r\n]|$)/g;

/** Signs before a blank. Word copies those of its symbol fonts as characters for private use. */
const SIGN = '[-*+•‣⁃◦∙⋅·●○◉◎◯■□▪▫◼◻◾◽▬►▸▹▶▷◆◇◊❖➢➣➤❑❒❏❐–—\\uf000-\\uf0ff]';
/** Signs that also stand right before the words, as in Japanese. `○○` and `○×` are words. */
const CLOSE_SIGN = '(?:([•●○◉◎◯■□▪▫◆◇▶➢・･])(?!\\s*(?:\\1|[×✕])))';
/** `1.`, `1)`, `1.2.`, in the digits of any script. */
const NUMBER = '(?:\\p{Nd}{1,3}[.)]|(?:\\d{1,3}\\.){2,5})';
/** Numbers in full width, in circles or in parentheses. */
const CLOSE_NUMBER =
  '(?:（?[\\uff10-\\uff19]{1,3}[．.）)、](?!\\p{Nd})|\\d{1,3}[．）、](?!\\p{Nd})|（\\d{1,3}）|' +
  '[\\u2460-\\u249b\\u24ea-\\u24ff\\u2776-\\u2793\\u3220-\\u3229\\u3251-\\u325f\\u3280-\\u3289\\u32b1-\\u32bf])';
/** Word writes a tab behind its signs, some of which are letters of symbol fonts, and behind numbers by letters. */
const BEFORE_TAB = '(?:[^\\s\\p{L}\\p{Nd}]|[oqvwØ§ü]|\\(?(?:\\p{L}|[ivxIVX]{1,6}|\\p{Nd}{1,3})[.)])\\t';
const BOX = '(?:\\[[ xX]?\\]\\s+|[☐☑✓✔]\\s*)';

const BULLET = new RegExp(
  `^\\s*(?:${BEFORE_TAB}|(?:${SIGN}|${NUMBER})\\s+|${CLOSE_SIGN}|${CLOSE_NUMBER})?\\s*${BOX}?`,
  'u',
);
/** A line with only a bullet: an empty item. */
const BARE_BULLET = new RegExp(
  `^\\s*(?:${SIGN}|${NUMBER}|${CLOSE_SIGN}|${CLOSE_NUMBER}|\\[[ xX]?\\]|[☐☑✓✔])\\s*$`,
  'u',
);

/** Numbers that may also be the beginning of the words: only a series of them, which begins at its first, is a list. */
const SERIES = [
  /^\s*([ivx]{1,5})[.)]\s+/,
  /^\s*([IVX]{1,5})\)\s+/,
  /^\s*(\p{Ll})[.)]\s+/u,
  /^\s*(\p{L})\)\s+/u,
  /^\s*(\p{Lo})[.．、]\s*/u,
  /^\s*[（(](\p{L}|\d{1,3})[）)]\s*/u,
  /^\s*(\d{1,3})\s?[-–]\s+/,
];
/** The first of a series in the alphabets of the world. */
const FIRST = /^[aiIA1аαאاกक가あアいイ一甲]$/i;
/** Signs that may belong to the words: they count where all other lines of the same indentation have them. */
const DOUBTFUL_SIGN = /^(\s*)([o★☆✦✱→⇒➔➜»›>])\s+/u;

/** Takes off the doubtful signs of all lines that have the same form. */
function withoutSeries(lines: string[]): string[] {
  const form = SERIES.find(each => {
    const numbers = lines.flatMap(line => each.exec(line)?.[1] ?? []);
    return FIRST.test(numbers[0] ?? '') && new Set(numbers).size > 1;
  });
  return form ? withoutSeries(lines.map(line => line.replace(form, ''))) : lines;
}

const indentationOf = (line: string) => /^\s*/.exec(line)![0];

/** Takes off a doubtful sign where every line of its level has it; lines with a sure sign are another level. */
function withoutDoubtful(lines: string[]): string[] {
  const unsigned = lines.filter(line => BULLET.exec(line)![0].trim() === '');
  const hasAll = (indentation: string, sign: string) => {
    const level = unsigned.filter(line => indentationOf(line) === indentation);
    return level.length > 1 && level.every(line => DOUBTFUL_SIGN.exec(line)?.[2] === sign);
  };
  const known = new Map<string, boolean>();
  return lines.map(line => {
    const [found, indentation = '', sign = ''] = DOUBTFUL_SIGN.exec(line) ?? [];
    if (found === undefined || /\t$/.test(found)) return line;
    const level = indentation + sign;
    if (!known.has(level)) known.set(level, hasAll(indentation, sign));
    return known.get(level) ? line.slice(found.length) : line;
  });
}

/** The cells that a spreadsheet quoted, on one line each. */
const withoutQuotes = (text: string) =>
  text.replace(QUOTED_CELL, (cell, words: string) =>
    /[\t\r\n]/.test(words) ? words.replaceAll('""', '"').replace(/\s+/g, ' ') : cell,
  );

/** A line with fields of Obsidian, such as 📅, in the words that the quick line reads. */
function inOurWords(line: string): string {
  const task = obsidianTask(line);
  if (!task) return line;
  const day = task.due ?? task.scheduled ?? task.start;
  return [task.title, task.repeat, day, task.time].filter(Boolean).join(' ');
}

/** The non-blank lines of a text, without list signs; a single line is left unchanged. */
export function linesOf(text: string): string[] {
  const lines = withoutQuotes(text)
    .split(LINE_END)
    .filter(line => !isBlank(line));
  if (lines.length < 2) return lines;
  const items = lines.filter(line => !BARE_BULLET.test(line));
  return withoutSeries(withoutDoubtful(items)).map(line => inOurWords(line.replace(BULLET, '')));
}
