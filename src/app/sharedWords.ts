/** What another app shared, as a title and the text below it; either may be empty. */
export type SharedWords = { title: string; text: string };

/** Characters; far more than a person reads before they confirm, far less than a record may hold. */
const LONGEST_TITLE = 200;
const LONGEST_TEXT = 20_000;

/** Control characters, and those that turn the direction of the text around them. */
const INVISIBLE = /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu;
const clean = (words: string) =>
  words.replace(/\r\n?/g, '\n').replace(INVISIBLE, '').trim().slice(0, LONGEST_TEXT);

/** A link of the web; anything else that is called one is left out. */
function linkOf(words: string): string {
  try {
    const { href, protocol } = new URL(words);
    return /^https?:$/.test(protocol) ? href.slice(0, LONGEST_TEXT) : '';
  } catch {
    return '';
  }
}

/**
 * Reads the query of a share (`title`, `text`, `url`; the manifest names them). Without a title the first line of the
 * text is one. Null when nothing is left of it.
 */
export function sharedWordsOf(query: string): SharedWords | null {
  const given = new URLSearchParams(query);
  const link = linkOf(given.get('url') ?? '');
  const said = clean(given.get('text') ?? '');
  const text = [said, said.includes(link) ? '' : link].filter(Boolean).join('\n');
  const title = clean(given.get('title') ?? '').replace(/\s+/g, ' ');
  if (title) return { title: title.slice(0, LONGEST_TITLE), text };
  const [first = '', ...rest] = text.split('\n');
  if (!first) return null;
  return first.length <= LONGEST_TITLE
    ? { title: first, text: rest.join('\n').trim() }
    : { title: `${first.slice(0, LONGEST_TITLE)}…`, text };
}

/** What a form holds when the words are added to what it held: nothing of that is lost. */
export function withShared(held: SharedWords, { title, text }: SharedWords): SharedWords {
  if (!held.title) return { title, text: [held.text, text].filter(Boolean).join('\n\n') };
  return { title: held.title, text: [held.text, title, text].filter(Boolean).join('\n\n') };
}
