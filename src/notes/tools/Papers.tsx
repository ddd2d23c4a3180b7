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
      {PAPERS.map(choice => (
        <label key={choice} className={styles.choice} title={paperNames[choice]}>
          <input
            type="radio"
            name={name}
            value={choice}
            checked={choice === paper}
            aria-label={paperNames[choice]}
            onChange={() => onChoose(choice, isPassing.current)}
          />
          <span className={`${styles.paper} ${classOfPaper(choice)}`} />
        </label>
      ))}
    </fieldset>
  );
}
