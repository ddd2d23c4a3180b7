import { ListChecks, Pin } from 'lucide-react';
import { Icon } from '../../components/Icon';
import { withSubtasksOrNone, countSubtasks } from '../../lib/text/subtasks';
import type { Look, Paper } from '../look';
import { Papers } from '../tools/Papers';
import { ToolButton } from '../tools/ToolButton';
import styles from './LookFields.module.css';
import { isBlank } from '../../lib/text/visible';

type Props = {
  /** The selected paper. */
  paper: Paper;
  isPinned: boolean;
  onChoose: (look: Partial<Look>, isPassing: boolean) => void;
  description: string;
  /** Called with the description after its lines became subtasks, or plain lines again. */
  onChange: (description: string) => void;
};

/** Controls for a note's paper, its pin, and its lines as subtasks. */
export const LookFields = ({ paper, isPinned, onChoose, description, onChange }: Props) => (
  <div
    className={styles.look}
    role="group"
    aria-label="Look"
    // Enter would submit the form; in these controls it only selects a paper or the pin.
    onKeyDown={event =>
      event.key === 'Enter' && event.target instanceof HTMLInputElement && event.preventDefault()
    }
  >
    <div className={styles.papers}>
      <Papers paper={paper} onChoose={(colour, isPassing) => onChoose({ colour }, isPassing)} />
    </div>
    <label className={styles.pin}>
      <input
        type="checkbox"
        checked={isPinned}
        onChange={({ target }) => onChoose({ isPinned: target.checked }, false)}
      />
      <Icon of={Pin} size={16} />
      Pinned
    </label>
    <ToolButton
      of={ListChecks}
      name="Subtasks"
      isNamed
      isOn={countSubtasks(description).all > 0}
      isDisabled={isBlank(description)}
      onPress={() => onChange(withSubtasksOrNone(description))}
    />
  </div>
);
