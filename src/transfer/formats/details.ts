import { countSubtasks } from '../../lib/text/subtasks';
import { isTag, withTag } from '../../../shared/tags';

/** Values of a file for which a task here has no field. */
export type Details = {
  /** Labels, which become tags of the name. Those that can't be tags, like `12`, are `#words` in the description. */
  tags?: readonly string[];
  /** Values with their names. Without a name, a value stands alone. */
  lines?: readonly (readonly [name: string, value: string])[];
};

/** The lists of this app, and names by which other programs say that a task is in no list. */
const NO_LABELS = ['personal', 'work', 'inbox', 'tasks', 'none', 'no-folder'];

const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\uFE0F\u20E3]\u200D?/gu;

/** A label as the word of a tag: without its emoji, blanks as hyphens. */
const wordOf = (label: string) => label.normalize('NFC').replace(EMOJI, '').trim().replace(/\s+/g, '-');

const labelsOf = ({ tags = [] }: Details) =>
  tags.map(label => label.trim().replace(/^[#@]+/, '')).filter(label => label !== '');

/** Details without the labels that say in which list a task is, or that it is in none. */
export const withoutLists = (details: Details): Details => ({
  ...details,
  tags: labelsOf(details).filter(label => !NO_LABELS.includes(wordOf(label).toLowerCase())),
});

/** The line with the labels that can be tags at its end. */
export const withTags = (line: string, details: Details): string =>
  labelsOf(details).map(wordOf).filter(isTag).reduce(withTag, line);

/** `#label` for each label that the text does not contain. */
function hashed(labels: readonly string[], text: string): string {
  const tags = new Set(labels.map(label => `#${label.replace(/\s+/g, '-')}`));
  const known = new Set(text.toLowerCase().split(/\s+/));
  return [...tags].filter(tag => !known.has(tag.toLowerCase())).join(' ');
}

function linesOf(text: string, { lines = [] }: Details) {
  return lines
    .map(([name, value]) => [name, value.trim().replace(/\s*[\r\n]+\s*/g, ' ')] as const)
    .filter(([name, value]) => value !== '' && (name !== '' || !text.includes(value)))
    .map(([name, value]) => (name === '' ? value : `${name}: ${value}`));
}

/** A description with the details below it, but for the tags of the name. */
export function withDetails(name: string, description: string, details: Details): string {
  const text = `${name}\n${description}`;
  const others = labelsOf(details).filter(label => !isTag(wordOf(label)));
  const parts = [description, linesOf(text, details).join('\n'), hashed(others, text)];
  return parts.filter(part => part !== '').join('\n\n');
}

/** The title and text of a note; without a title, its tags are those of the first line, unless that is a subtask. */
export function noteWithDetails(title: string, words: string, details: Details): [string, string] {
  const text = withDetails(title, words, details);
  const [first, ...more] = words.split('\n') as [string, ...string[]];
  if (title !== '' || first.trim() === '' || countSubtasks(first).all > 0)
    return [withTags(title, details), text];
  return [title, withDetails(title, [withTags(first, details), ...more].join('\n'), details)];
}

/** The words of a subtask, with the details on its line; the tags of its parent are its own. */
export function nameWithDetails(name: string, details: Details, ofParent: string): string {
  const said = linesOf(name, details);
  const labels = labelsOf(details).map(label => (isTag(wordOf(label)) ? wordOf(label) : label));
  const tags = hashed(labels, `${name}\n${ofParent}`);
  return [name, tags, said.length > 0 ? `(${said.join(', ')})` : ''].filter(part => part !== '').join(' ');
}

/** The words for a period in minutes: `1 hour 30 minutes`; empty for none. */
export function periodInWords(minutes: number): string {
  const parts: [number, string][] = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor((minutes % 1440) / 60), 'hour'],
    [Math.round(minutes % 60), 'minute'],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`)
    .join(' ');
}
