import type { CSSProperties } from 'react';
import { PAPERS, type Look, type Paper } from './look';
import styles from './paper.module.css';

/** Where nobody chose, one of the first so many papers. */
const DRAWN = 5;

function hashOf(key: string): number {
  let hash = 0;
  for (const character of key) hash = (hash * 31 + character.charCodeAt(0)) % 9973;
  return hash;
}

type Papered = Pick<Look, 'colour'> & { notesFireId: string };

/** The paper that a note is written on: the chosen one, else one drawn from its key, the same every day. */
export const paperNameOf = ({ colour, notesFireId }: Papered): Paper =>
  colour ?? PAPERS[hashOf(notesFireId) % DRAWN]!;

/** The class of a paper: it sets `--paper`. */
export const classOfPaper = (paper: Paper): string => styles[paper]!;

/** How a note's paper looks; the slant is drawn from its key. */
export function paperOf(note: Papered): { className: string; style: CSSProperties } {
  const slant = ((hashOf(note.notesFireId) % 7) - 3) * 0.25;
  return {
    className: classOfPaper(paperNameOf(note)),
    style: { '--slant': `${slant}deg` } as CSSProperties,
  };
}
