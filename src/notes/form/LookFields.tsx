import { ListChecks, Pin } from 'lucide-react';
import { Icon } from '../../components/Icon';
import { withBoxesOrNone } from '../../lib/text/boxes';
import { countBoxes } from '../../lib/text/countBoxes';
import type { Look, Paper } from '../look';
import { Papers } from '../tools/Papers';
import { ToolButton } from '../tools/ToolButton';
import styles from './LookFields.module.css';

type Props = {
  /** The paper that is shown as chosen. */
  paper: Paper;
  isPinned: boolean;
  onChoose: (look: Partial<Look>, isPassing: boolean) => void;
  description: string;
  /** The lines of the description became a checklist, or lines again. */
  onChange: (description: string) => void;
};

/** The paper of a note, its pin, and its lines as a checklist. */
export const LookFields = ({ paper, isPinned, onChoose, description, onChange }: Props) => (
  <div
    className={styles.look}
    role="group"
    aria-label="Look"
    // Enter in a field sends its form: a paper or a pin is chosen, the note is not saved yet.
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
      name="Checklist"
      isNamed
      isOn={countBoxes(description).all > 0}
      isDisabled={description.trim() === ''}
      onPress={() => onChange(withBoxesOrNone(description))}
    />
  </div>
);
