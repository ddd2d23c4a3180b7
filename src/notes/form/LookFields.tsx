import { useId, useRef } from 'react';
import { Pin } from 'lucide-react';
import { Icon } from '../../components/Icon';
import { PAPERS, type Look, type Paper } from '../look';
import styles from './LookFields.module.css';
import { classOfPaper } from '../paper';
import { paperNames } from '../wall/WallFinder';

type Props = {
  /** The paper that is shown as chosen; null for none. */
  paper: Paper | null;
  isPinned: boolean;
  /** `isPassing`: an arrow key goes through the papers, and may go on. */
  onChoose: (look: Partial<Look>, isPassing: boolean) => void;
};

/** The papers that a note can be written on, and its pin. */
export function LookFields({ paper, isPinned, onChoose }: Props) {
  const name = useId();
  const isPassing = useRef(false);
  return (
    <div className={styles.look}>
      <fieldset
        className={styles.papers}
        onKeyDown={({ key }) => (isPassing.current = key.startsWith('Arrow'))}
        onPointerDown={() => (isPassing.current = false)}
      >
        <legend className={styles.legend}>Paper</legend>
        {PAPERS.map(one => (
          <label key={one} className={styles.choice} title={paperNames[one]}>
            <input
              type="radio"
              name={name}
              value={one}
              checked={one === paper}
              aria-label={paperNames[one]}
              onChange={() => onChoose({ colour: one }, isPassing.current)}
            />
            <span className={`${styles.paper} ${classOfPaper(one)}`} />
          </label>
        ))}
      </fieldset>
      <label className={styles.pin}>
        <input
          type="checkbox"
          checked={isPinned}
          onChange={({ target }) => onChoose({ isPinned: target.checked }, false)}
        />
        <Icon of={Pin} size={16} />
        Pinned
      </label>
    </div>
  );
}
