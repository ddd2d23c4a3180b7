/** Values of a file for which a task here has no field: labels as `#words`, other values with their names. */
export type Details = {
  tags?: readonly string[];
  /** Without a name, a value stands alone. */
  lines?: readonly (readonly [name: string, value: string])[];
};

/** The lists of this app, and names by which other programs say that a task is in no list. */
const NO_TAGS = ['', 'personal', 'work', 'inbox', 'tasks', 'none', 'no folder'];

/** `#label` for each label that the text does not contain; the names of this app's own lists are none. */
export function tagsOf(labels: readonly string[], text: string): string {
  const named = labels
    .map(label => label.trim().replace(/^[#@]+/, ''))
    .filter(label => !NO_TAGS.includes(label.toLowerCase()));
  const tags = new Set(named.map(label => `#${label.replace(/\s+/g, '-')}`));
  const known = new Set(text.toLowerCase().split(/\s+/));
  return [...tags].filter(tag => !known.has(tag.toLowerCase())).join(' ');
}

function partsOf(text: string, { tags = [], lines = [] }: Details, above = '') {
  const said = lines
    .map(([name, value]) => [name, value.trim().replace(/\s*[\r\n]+\s*/g, ' ')] as const)
    .filter(([name, value]) => value !== '' && (name !== '' || !text.includes(value)))
    .map(([name, value]) => (name === '' ? value : `${name}: ${value}`));
  return { said, tags: tagsOf(tags, `${text}\n${above}`) };
}

/** A description with the details below it. */
export function withDetails(name: string, description: string, details: Details): string {
  const { said, tags } = partsOf(`${name}\n${description}`, details);
  return [description, said.join('\n'), tags].filter(part => part !== '').join('\n\n');
}

/** The words of a subtask, with the details on its line; the tags of its parent are its own. */
export function nameWithDetails(name: string, details: Details, ofParent: string): string {
  const { said, tags } = partsOf(name, details, ofParent);
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
