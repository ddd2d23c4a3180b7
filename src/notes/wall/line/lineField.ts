import styles from './WallLine.module.css';

/** The field's attributes, shared by the app and its first frame. */
export const lineField = {
  className: styles.field,
  'aria-label': 'Write a note…',
  placeholder: 'Write a note…',
  autoComplete: 'off',
  dir: 'auto',
  'data-note-line': true,
} as const;
