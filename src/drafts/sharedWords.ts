import { attempt } from '../lib/attempt';
import { trimmed } from '../lib/text/visible';

/** A title and the text below it; either may be empty. */
export type SharedWords = { title: string; text: string };

/** Characters; far more than a user reads before confirming, far fewer than a record may hold. */
const LONGEST_TITLE_CHARACTERS = 200;
const LONGEST_TEXT_CHARACTERS = 20_000;

/** Control characters, and characters that change the direction of text. */
const INVISIBLE = /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu;
const clean = (words: string) => trimmed(words.replace(/\r\n?/g, '\n').replace(INVISIBLE, ''));

/** The URL if it is a web link, else empty. */
function linkOf(words: string): string {
  const url = attempt(() => new URL(words.trim()));
  return url && /^https?:$/.test(url.protocol) ? url.href : '';
}

type Given = { title: string; text: string; link: string };

/** Appends the link to a text unless the text contains it. */
function bodyOf({ text, link }: Omit<Given, 'title'>): string {
  const [said, href] = [clean(text), linkOf(link)];
  return [said, said.includes(href) ? '' : href].filter(Boolean).join('\n');
}
const lineOf = (title: string) => clean(title).replace(/\s+/g, ' ');

/**
 * Splits text from outside into title and text. Without a title, the first line becomes it, or the host of a lone
 * link. Null when nothing is left.
 */
export function wordsOf(given: Given): SharedWords | null {
  const text = bodyOf(given);
  const title = lineOf(given.title);
  if (title) return { title: title.slice(0, LONGEST_TITLE_CHARACTERS), text };
  if (linkOf(text) && !/\s/.test(text)) return { title: new URL(text).host, text };
  const [first = '', ...rest] = text.split('\n');
  if (!first) return null;
  return first.length <= LONGEST_TITLE_CHARACTERS
    ? { title: first, text: rest.join('\n').trim() }
    : { title: `${first.slice(0, LONGEST_TITLE_CHARACTERS)}…`, text };
}

/** Reads the query of a share (`title`, `text`, `url`, named in the manifest). Null when it has no text. */
export function sharedWordsOf(query: string): SharedWords | null {
  const given = new URLSearchParams(query);
  const partOf = (name: string) => (given.get(name) ?? '').slice(0, LONGEST_TEXT_CHARACTERS);
  return wordsOf({ title: partOf('title'), text: partOf('text'), link: partOf('url') });
}

/** The text of a drop or of the clipboard; a link is put below its label. Empty when there is none. */
export function textOfTransfer(data: Pick<DataTransfer, 'getData'>): string {
  const text = data.getData('text/plain');
  const link =
    data
      .getData('text/uri-list')
      .split(/\r?\n/)
      .find(line => line && !line.startsWith('#')) ?? '';
  const [, named = ''] = data.getData('text/x-moz-url').split('\n');
  const linkText =
    link && !named
      ? (new DOMParser().parseFromString(data.getData('text/html'), 'text/html').querySelector('a')
          ?.textContent ?? '')
      : named;
  return [linkText.trim() === text.trim() ? '' : lineOf(linkText), bodyOf({ text, link })]
    .filter(Boolean)
    .join('\n');
}

/** Title and text as one text, with the title as first line or as a Markdown heading. */
export const textOfWords = ({ title, text }: SharedWords, isMarkdown: boolean): string =>
  [isMarkdown && title.trim() ? `# ${title.trim()}` : title.trim(), text.trimEnd()]
    .filter(Boolean)
    .join('\n\n');
