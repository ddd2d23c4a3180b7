import type { Entry, Fields } from './history';

const DESCRIPTIONS = ['noteDescription', 'taskDescription'] as const;
/** The field of a description that these have. */
const describedBy = (fields: Fields) => DESCRIPTIONS.find(name => fields[name] !== undefined);
/** A line of a description with a box. */
const BOX = /^- \[([ x])\] (.*)$/gm;
/** The words of each line behind a box, by the place of the line. */
const boxesIn = (description: string) =>
  description.split('\n').map(line => line.match(/^- \[ \] (.*)$/)?.[1]);
/** The field that holds the tick of the box with these words. */
export const tickField = (words: string) => `tick ${words}`;
export const isTickField = (field: string) => field.startsWith('tick ');
/** The value of a tick whose line an edit has replaced. */
export const GONE = 'gone';

/**
 * An item's fields with each tick as a field of its own, and the description without ticks: ticks of two devices are
 * merged into a text that nobody entered. Ticks that are named already are kept as they are.
 */
export function splitBoxes(fields: Fields): Fields {
  const name = describedBy(fields);
  if (name === undefined) return fields;
  const { [name]: description, ...rest } = fields as Fields & Record<typeof name, string>;
  const ticks: Fields = {};
  for (const [, mark, words] of description.matchAll(BOX)) ticks[tickField(words!)] = mark!;
  return { ...ticks, ...rest, [name]: description.replace(BOX, '- [ ] $2') };
}

/** The entered text over its base, with ticks as fields: a box that one of both lacks is gone in it. */
export function withBoxes(fields: Fields, base: Fields): { fields: Fields; base: Fields } {
  const [after, before] = [splitBoxes(fields), splitBoxes(base)];
  if (!describedBy(after) || !describedBy(before)) return { fields: after, base: before };
  const missing = (of: Fields, other: Fields) =>
    Object.fromEntries(
      Object.keys(other)
        .filter(field => isTickField(field) && !(field in of))
        .map(field => [field, GONE]),
    );
  return { fields: { ...missing(after, before), ...after }, base: { ...missing(before, after), ...before } };
}

/**
 * Entries and what is found, with each tick by the first words of its box: a box that an edit gives other words, on a
 * line that stands where it stood, is the same one, and keeps the tick of another device.
 */
export function withFirstWords<One extends { fields: Fields }>(entries: Entry[], found: One[]) {
  const firsts = new Map<string, string>();
  const firstOf = (field: string) => firsts.get(field) ?? field;
  for (const { fields, base } of entries)
    for (const [before, after] of renamedIn(base, fields))
      if (firstOf(before) !== after) firsts.set(after, firstOf(before));
  // The same box by its other words is gone in these fields: its value stands over that.
  const named = (fields: Fields): Fields => {
    const all = Object.entries(fields).map(([field, value]) => [firstOf(field), value] as const);
    return Object.fromEntries([
      ...all.filter(([, value]) => value === GONE),
      ...all.filter(([, value]) => value !== GONE),
    ]);
  };
  return {
    entries: entries.map(entry => {
      const [base, fields] = [named(entry.base), named(entry.fields)];
      // Other words alone say nothing of a tick.
      const changed = Object.entries(fields).filter(
        ([field, value]) => !isTickField(field) || base[field] !== value,
      );
      return { ...entry, base, fields: Object.fromEntries(changed), givenUp: named(entry.givenUp) };
    }),
    found: found.map(item => ({ ...item, fields: named(item.fields) })),
  };
}

/** The ticks of the boxes that an edit gave other words: their fields before and after. */
function renamedIn(base: Fields, fields: Fields): [before: string, after: string][] {
  const name = describedBy(fields);
  const [before, after] = [boxesIn(base[name!] ?? ''), boxesIn(fields[name!] ?? '')];
  if (before.length !== after.length) return [];
  return before.flatMap((words, at) => {
    const now = after[at];
    return words === undefined || now === undefined ? [] : [[tickField(words), tickField(now)]];
  });
}
