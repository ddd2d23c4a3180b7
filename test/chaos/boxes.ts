import type { Fields } from './history';

const DESCRIPTIONS = ['noteDescription', 'taskDescription'] as const;
/** The field of a description that these have. */
const describedBy = (fields: Fields) => DESCRIPTIONS.find(name => fields[name] !== undefined);
/** A line of a description with a box. */
const BOX = /^- \[([ x])\] (.*)$/gm;
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
