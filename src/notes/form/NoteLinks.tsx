import { useMemo } from 'react';
import { linksIn } from '../links';
import styles from './NoteOverlay.module.css';

/** Characters that are read for links, and links that are shown; the text is read on every keystroke. */
const LONGEST = 3000;
const MOST_LINKS = 6;

/** The addresses of a text, to be followed: in the field they are only text. */
export function NoteLinks({ text }: { text: string }) {
  const links = useMemo(() => {
    const cut = text.slice(0, LONGEST);
    const found = cut.split('\n').flatMap(line => linksIn(line, cut.length < text.length));
    return [...new Set(found.flatMap(({ href }) => href ?? []))].slice(0, MOST_LINKS);
  }, [text]);
  if (links.length === 0) return null;
  return (
    <ul className={styles.links} aria-label="Links">
      {links.map(href => (
        <li key={href}>
          <a href={href} title={href} target="_blank" rel="noopener noreferrer">
            {href.replace(/^(https?:\/\/|mailto:|tel:)/, '').replace(/\/$/, '')}
          </a>
        </li>
      ))}
    </ul>
  );
}
