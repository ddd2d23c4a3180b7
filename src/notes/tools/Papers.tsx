import { useId, useRef } from 'react';
import { PAPERS, type Paper } from '../look';
import { classOfPaper } from '../paper';
import { paperNames } from './paperNames';
import styles from './Papers.module.css';

type Props = {
  /** The paper that is shown as chosen. */
  paper: Paper;
  /** `isPassing`: an arrow key goes through the papers, and may go on. */
  onChoose: (paper: Paper, isPassing: boolean) => void;
};

/** The papers that a note can be written on, in one row. */
export function Papers({ paper, onChoose }: Props) {
  const name = useId();
  const isPassing = useRef(false);
  return (
    <fieldset
      className={styles.papers}
      aria-label="Paper"
      onKeyDown={({ key }) => (isPassing.current = key.startsWith('Arrow'))}
      onPointerDown={() => (isPassing.current = false)}
    >
      {PAPERS.map(one => (
        <label key={one} className={styles.choice} title={paperNames[one]}>
          <input
            type="radio"
            name={name}
            value={one}
            checked={one === paper}
            aria-label={paperNames[one]}
            onChange={() => onChoose(one, isPassing.current)}
          />
          <span className={`${styles.paper} ${classOfPaper(one)}`} />
        </label>
      ))}
    </fieldset>
  );
}
