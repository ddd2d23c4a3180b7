import type { ComponentProps } from 'react';
import { X } from 'lucide-react';
import styles from './Button.module.css';
import { Icon } from './Icon';

type Props = ComponentProps<'button'> & {
  /** `primary` for the main action of a screen, `danger` for deletions. */
  kind?: 'primary' | 'quiet' | 'danger';
  /** Shows a spinner beside the unchanged label. */
  isBusy?: boolean;
};

export const Button = ({ kind = 'quiet', isBusy = false, type = 'button', children, ...rest }: Props) => (
  <button {...rest} type={type} className={`${styles.button} ${styles[kind]}`}>
    {isBusy && <span className={styles.ring} aria-hidden />}
    <span className={styles.label}>{children}</span>
  </button>
);

export const CloseButton = (props: ComponentProps<'button'>) => (
  <button aria-label="Close" title="Close" {...props} type="button" className={styles.icon}>
    <Icon of={X} />
  </button>
);

/** A button inside a sentence. */
export const TextButton = (props: ComponentProps<'button'>) => (
  <button {...props} type="button" className={styles.text} />
);
