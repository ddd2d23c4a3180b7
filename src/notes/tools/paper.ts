import type { CSSProperties } from 'react';
import { DRAWN, drawnBy, drawnPaper, PAPERS, type Look, type Paper } from '../look';
import styles from './paper.module.css';

type Papered = Pick<Look, 'colour'> & { notesFireId: string };

/** The paper of a note: the chosen one, else the one determined by its key. */
export const paperNameOf = ({ colour, notesFireId }: Papered): Paper => colour ?? drawnPaper(notesFireId);

/** The paper of a new note: they take turns, by the number of notes on the wall. */
export const nextPaper = (notes: number): Paper => PAPERS[notes % DRAWN]!;

/** The paper's name in the interface. */
export const nameOfPaper = (paper: Paper): string => paper[0]!.toUpperCase() + paper.slice(1);

/** The class that sets a paper's `--paper`. */
export const classOfPaper = (paper: Paper): string => styles[paper]!;

/** The appearance of a note's paper; its key determines the slant. */
export function paperOf(note: Papered): { className: string; style: CSSProperties } {
  const slant = ((drawnBy(note.notesFireId) % 7) - 3) * 0.25;
  return {
    className: classOfPaper(paperNameOf(note)),
    style: { '--slant': `${slant}deg` } as CSSProperties,
  };
}
