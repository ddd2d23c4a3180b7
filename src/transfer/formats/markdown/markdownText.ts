/** Signs before a day or a repeat at the end of a task, as Obsidian's tasks have them. */
export const MARKS = { due: '📅', scheduled: '⏳', start: '🛫', done: '✅', created: '➕', repeat: '🔁' };
export const ANY_MARK = Object.values(MARKS).join('|');

const OWN = new RegExp(`[\\\\\`*_[\\]<>#]|${ANY_MARK}`, 'gu');
const ESCAPED = new RegExp(`\\\\([\\\\\`*_[\\]<>#]|${ANY_MARK})`, 'gu');

/** A title as one line; what Markdown would take for its own is kept from it. */
export const escapedLine = (title: string) =>
  title.trim().replace(/\s+/g, ' ').replace(OWN, '\\$&') || UNTITLED;
export const unescapedLine = (line: string) => line.trim().replace(ESCAPED, '$1');
export const UNTITLED = 'Untitled';

/** A line of a text that would be a heading of the document; a backslash keeps it from that. */
export const escapedHeadings = (text: string) => text.replace(/^\\*#{1,2} /gm, '\\$&');
export const unescapedHeading = (line: string) => line.replace(/^\\(?=\\*#{1,2} )/, '');

/** The words of Obsidian's tasks for a repeat, as ours. */
export const repeatInOurWords = (words: string) =>
  words.replace(/^every (.+) when done$/i, 'every! $1').replace(/ on the last$/i, ' on the last day');
