import type { ComponentProps } from 'react';
import { X } from 'lucide-react';
import styles from './Button.module.css';
import { Icon } from './Icon';

type Props = ComponentProps<'button'> & {
  /** `primary` for the one thing a screen is about, `danger` for what takes something away. */
  kind?: 'primary' | 'quiet' | 'danger';
  /** Something is on its way: a turning ring beside the words, which stay what they are. */
  isBusy?: boolean;
};

export const Button = ({ kind = 'quiet', isBusy = false, type = 'button', children, ...rest }: Props) => (
  <button {...rest} type={type} className={`${styles.button} ${styles[kind]}`}>
    {isBusy && <span className={styles.ring} aria-hidden />}
    {children}
  </button>
);

export const CloseButton = (props: ComponentProps<'button'>) => (
  <button aria-label="Close" title="Close" {...props} type="button" className={styles.icon}>
    <Icon of={X} />
  </button>
);

/** An action inside a sentence. */
export const TextButton = (props: ComponentProps<'button'>) => (
  <button {...props} type="button" className={styles.text} />
);
