import { useId, useRef } from 'react';
import { PAPERS, type Paper } from '../look';
import { classOfPaper, nameOfPaper } from './paper';
import styles from './Papers.module.css';

type Props = {
  /** The selected paper. */
  paper: Paper;
  /** `isPassing`: reached by an arrow key, which may continue. */
  onChoose: (paper: Paper, isPassing: boolean) => void;
};

/** Radio buttons for the papers, in one row. */
export function Papers({ paper, onChoose }: Props) {
  const name = useId();
  const isPassing = useRef(false);
  return (
    <fieldset
      className={styles.papers}
      aria-label="Colour"
      onKeyDown={({ key }) => (isPassing.current = key.startsWith('Arrow'))}
      onPointerDown={() => (isPassing.current = false)}
    >
      {PAPERS.map(choice => (
        <label key={choice} className={styles.choice} title={nameOfPaper(choice)}>
          <input
            type="radio"
            name={name}
            value={choice}
            checked={choice === paper}
            aria-label={nameOfPaper(choice)}
            onChange={() => onChoose(choice, isPassing.current)}
          />
          <span className={`${styles.paper} ${classOfPaper(choice)}`} />
        </label>
      ))}
    </fieldset>
  );
}
