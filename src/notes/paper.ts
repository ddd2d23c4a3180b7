import type { CSSProperties } from 'react';
import { DRAWN, drawnBy, drawnPaper, PAPERS, type Look, type Paper } from './look';
import styles from './paper.module.css';

type Papered = Pick<Look, 'colour'> & { notesFireId: string };

/** The paper that a note is written on: the chosen one, else one drawn from its key, the same every day. */
export const paperNameOf = ({ colour, notesFireId }: Papered): Paper => colour ?? drawnPaper(notesFireId);

/** The paper of a new note: papers take turns, by the number of notes on the wall. */
export const nextPaper = (notes: number): Paper => PAPERS[notes % DRAWN]!;

/** The class of a paper: it sets `--paper`. */
export const classOfPaper = (paper: Paper): string => styles[paper]!;

/** How a note's paper looks; the slant is drawn from its key. */
export function paperOf(note: Papered): { className: string; style: CSSProperties } {
  const slant = ((drawnBy(note.notesFireId) % 7) - 3) * 0.25;
  return {
    className: classOfPaper(paperNameOf(note)),
    style: { '--slant': `${slant}deg` } as CSSProperties,
  };
}
