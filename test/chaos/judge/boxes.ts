import type { Entry, Fields } from './history';

const DESCRIPTIONS = ['noteDescription', 'taskDescription'] as const;
/** The name of the description field among the given fields. */
const describedBy = (fields: Fields) => DESCRIPTIONS.find(name => fields[name] !== undefined);
/** A line of a description with a box. */
const BOX = /^- \[([ x])\] (.*)$/gm;
/** The text behind each box, by line number. */
const boxesIn = (description: string) =>
  description.split('\n').map(line => line.match(/^- \[ \] (.*)$/)?.[1]);
/** The field that holds the tick of the box with these words. */
export const tickField = (words: string) => `tick ${words}`;
export const isTickField = (field: string) => field.startsWith('tick ');
/** The value of a tick whose line an edit has replaced. */
export const GONE = 'gone';

/** The tags at the end of a name. */
const TAGS = /(?: #\S+)+$/;

/** A task's fields with the tags of its name as a field of their own: a tag is renamed on all that have it. */
function splitTags(given: Fields): Fields {
  const { taskName } = given;
  if (taskName === undefined || given['tags'] !== undefined) return given;
  return { ...given, taskName: taskName.replace(TAGS, ''), tags: TAGS.exec(taskName)?.[0].trim() ?? '' };
}

/**
 * An item's fields with tags and each tick as fields of their own, and the description without ticks: ticks of two
 * devices are merged into a text that nobody entered. Fields that are split already are kept as they are.
 */
export function splitBoxes(given: Fields): Fields {
  const fields = splitTags(given);
  const name = describedBy(fields);
  if (name === undefined) return fields;
  const { [name]: description, ...rest } = fields as Fields & Record<typeof name, string>;
  const ticks: Fields = {};
  for (const [, mark, words] of description.matchAll(BOX)) ticks[tickField(words!)] = mark!;
  return { ...ticks, ...rest, [name]: description.replace(BOX, '- [ ] $2') };
}

/** The entered text and its base, with ticks as fields: a box that only one of them has is GONE in the other. */
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

const hasBoxes = (fields: Fields) =>
  boxesIn(fields[describedBy(fields)!] ?? '').some(words => words !== undefined);

/**
 * Renames the ticks in entries and in the result to the first text of their box: an edit of the text on the same line
 * keeps the box and its tick. So do two edits: one that removes all boxes, one that adds as many.
 */
export function withFirstWords<Item extends { fields: Fields }>(entries: Entry[], found: Item[]) {
  const firsts = new Map<string, string>();
  const firstOf = (field: string) => firsts.get(field) ?? field;
  let boxed: Fields = {};
  for (const { fields, base } of entries) {
    for (const [before, after] of renamedIn(hasBoxes(base) ? base : boxed, fields))
      if (firstOf(before) !== after) firsts.set(after, firstOf(before));
    if (hasBoxes(fields)) boxed = fields;
  }
  // The box under its other texts is GONE in these fields, so its value takes precedence.
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
      // An edit of a box's text does not change its tick.
      const changed = Object.entries(fields).filter(
        ([field, value]) => !isTickField(field) || base[field] !== value,
      );
      return { ...entry, base, fields: Object.fromEntries(changed), givenUp: named(entry.givenUp) };
    }),
    found: found.map(item => ({ ...item, fields: named(item.fields) })),
  };
}

/** The boxes that an edit renamed: their tick fields before and after. */
function renamedIn(base: Fields, fields: Fields): [before: string, after: string][] {
  const name = describedBy(fields);
  const [before, after] = [boxesIn(base[name!] ?? ''), boxesIn(fields[name!] ?? '')];
  if (before.length !== after.length) return [];
  return before.flatMap((words, at) => {
    const now = after[at];
    return words === undefined || now === undefined ? [] : [[tickField(words), tickField(now)]];
  });
}
