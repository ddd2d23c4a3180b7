import { createContext, use, type CSSProperties, type ReactNode } from 'react';
import { piecesOf, tagName } from '../../shared/tags';
import { drawnColour, TAG_HUES, type TagColour } from '../lib/tagColours';
import { tagPath } from '../routes';
import { Link } from './Link';
import styles from './TagChip.module.css';

/** The colours that the person chose, by tag. */
export const TagColours = createContext<Readonly<Record<string, TagColour | undefined>>>({});

/** The hue of a tag's colour, for the style of an element. */
export const useHue = (tag: string): CSSProperties => {
  const colours = use(TagColours);
  return { '--hue': TAG_HUES[colours[tag] ?? drawnColour(tag)] } as CSSProperties;
};

type Props = {
  tag: string;
  /** `#` and the word as it is spelled in the text. */
  text: string;
  /** In rows, which follow plain links by one listener and have keys of their own; in a palette's result it is no link. */
  place?: 'row' | 'result';
};

/** A tag as a quiet chip, which leads to the tag's page. */
function TagChip({ tag, text, place }: Props) {
  const look = { className: styles.chip, style: useHue(tag) };
  const name = <bdi>{tagName(text.slice(1))}</bdi>;
  if (place === 'result') return <span {...look}>{name}</span>;
  const label = `Tag ${tagName(text.slice(1))}`;
  if (place === 'row')
    return (
      <a {...look} href={tagPath(tag)} tabIndex={-1} aria-label={label}>
        {name}
      </a>
    );
  return (
    <Link {...look} to={tagPath(tag)} aria-label={label}>
      {name}
    </Link>
  );
}

type LineProps = Pick<Props, 'place'> & {
  /** The line of text that has the tags. */
  line: string;
  /** The tag of the page, which need not be said. */
  except?: string | null;
};

/** The tags of a line as chips, each once; nothing for a line without tags. */
export function TagChips({ line, except = null, place }: LineProps) {
  if (!line.includes('#')) return null;
  const tags = new Map(piecesOf(line).map(({ tag, text }) => [tag, text]));
  for (const tag of [null, except]) tags.delete(tag);
  if (tags.size === 0) return null;
  return (
    <span className={styles.chips} data-tags>
      {[...tags].map(([tag, text]) => (
        <TagChip key={tag} tag={tag!} text={text} place={place} />
      ))}
    </span>
  );
}

/** A line whose tags are chips where they stand; `children` renders the text between them, by its place in the line. */
export const TaggedText = ({ line, place, children }: TaggedProps) => {
  let from = 0;
  return piecesOf(line).map(({ tag, text }) => {
    const at = from;
    from += text.length;
    return tag === null ? (
      <span key={at}>{children(text, at)}</span>
    ) : (
      <TagChip key={at} tag={tag} text={text} place={place} />
    );
  });
};
type TaggedProps = Pick<LineProps, 'line' | 'place'> & { children: (text: string, at: number) => ReactNode };
