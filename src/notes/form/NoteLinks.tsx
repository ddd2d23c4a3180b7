import { useMemo } from 'react';
import { linksIn } from '../links';
import styles from './NoteOverlay.module.css';

/** The maximum number of characters searched for links, and of links shown; the search runs at every keystroke. */
const LONGEST_SEARCHED_CHARACTERS = 3000;
const MOST_LINKS = 6;

/** The addresses in a text as links, because the field itself shows plain text. */
export function NoteLinks({ text }: { text: string }) {
  const links = useMemo(() => {
    const cut = text.slice(0, LONGEST_SEARCHED_CHARACTERS);
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
