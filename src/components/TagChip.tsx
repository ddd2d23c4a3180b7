import { createContext, use, type CSSProperties } from 'react';
import { tagName } from '../../shared/tags';
import { tagPath } from '../routes';
import { Link } from './Link';
import styles from './TagChip.module.css';

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

/** The colours that the person chose, by tag. */
export const TagColours = createContext<Readonly<Record<string, TagColour | undefined>>>({});

const COLOURS = Object.keys(TAG_HUES) as TagColour[];

/** The colour of a tag without a chosen one, derived from its key. */
export function drawnColour(tag: string): TagColour {
  let hash = 0;
  for (const character of tag) hash = (hash * 31 + character.codePointAt(0)!) % 9973;
  return COLOURS[hash % COLOURS.length]!;
}

/** The hue of a tag's colour, for the style of an element. */
export const useHue = (tag: string): CSSProperties => {
  const colours = use(TagColours);
  return { '--hue': TAG_HUES[colours[tag] ?? drawnColour(tag)] } as CSSProperties;
};

type Props = { tag: string; /** As it is spelled; by default the key. */ word?: string };

/** A tag as a quiet chip, which leads to the tag's page. In a row the row's own keys come first: Tab passes it. */
export function TagChip({ tag, word = tag, isInRow = false }: Props & { isInRow?: boolean }) {
  const style = useHue(tag);
  return (
    <Link
      to={tagPath(tag)}
      className={styles.chip}
      style={style}
      tabIndex={isInRow ? -1 : undefined}
      aria-label={`Tag ${tagName(word)}`}
    >
      <bdi>{tagName(word)}</bdi>
    </Link>
  );
}
