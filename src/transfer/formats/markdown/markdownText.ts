/** The emoji before a day or a repeat at the end of a task in the Obsidian Tasks plugin. */
export const EMOJI = { due: '📅', scheduled: '⏳', start: '🛫', done: '✅', created: '➕', repeat: '🔁' };
export const ANY_EMOJI = Object.values(EMOJI).join('|');

const OWN = new RegExp(`[\\\\\`*_[\\]<>#]|${ANY_EMOJI}`, 'gu');
const ESCAPED = new RegExp(`\\\\([\\\\\`*_[\\]<>#]|${ANY_EMOJI})`, 'gu');

/** A title on one line, with Markdown syntax escaped. */
export const escapedLine = (title: string) =>
  title.trim().replace(/\s+/g, ' ').replace(OWN, '\\$&') || UNTITLED;
export const unescapedLine = (line: string) => line.trim().replace(ESCAPED, '$1');
export const UNTITLED = 'Untitled';

/** Escapes a line of text that would be a heading of the document with a backslash. */
export const escapedHeadings = (text: string) => text.replace(/^\\*#{1,2} /gm, '\\$&');
export const unescapedHeading = (line: string) => line.replace(/^\\(?=\\*#{1,2} )/, '');

/** Replaces terms for repeats in the Obsidian Tasks plugin by those of this app. */
export const repeatInOurWords = (words: string) =>
  words.replace(/^every (.+) when done$/i, 'every! $1').replace(/ on the last$/i, ' on the last day');
