/** The colours of tags, by their stored names, as hues of OKLCH. */
export const TAG_HUES = {
  red: 22,
  orange: 52,
  yellow: 92,
  green: 145,
  teal: 190,
  blue: 250,
  violet: 295,
  pink: 345,
} as const;
export type TagColour = keyof typeof TAG_HUES;
export const TAG_COLOURS = Object.keys(TAG_HUES) as TagColour[];

/** The colour of a tag without a chosen one, derived from its key. */
export function drawnColour(tag: string): TagColour {
  let hash = 0;
  for (const character of tag) hash = (hash * 31 + character.codePointAt(0)!) % 9973;
  return TAG_COLOURS[hash % TAG_COLOURS.length]!;
}
