import type { LucideIcon } from 'lucide-react';
import { Icon } from '../../components/Icon';
import styles from './ToolButton.module.css';

type Props = {
  of: LucideIcon;
  name: string;
  isOn: boolean;
  isDisabled?: boolean;
  /** Shows the name beside the icon. */
  isNamed?: boolean;
  onPress: () => void;
};

/** A toggle button for a note. */
export const ToolButton = ({ of, name, isOn, isDisabled, isNamed, onPress }: Props) => (
  <button
    type="button"
    className={styles.tool}
    aria-label={name}
    aria-pressed={isOn}
    title={isNamed ? undefined : name}
    disabled={isDisabled}
    onClick={onPress}
  >
    <Icon of={of} size={18} />
    {isNamed && <span>{name}</span>}
  </button>
);
