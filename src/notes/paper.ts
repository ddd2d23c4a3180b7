import type { CSSProperties } from 'react';
import styles from './paper.module.css';

const TINTS = ['one', 'two', 'three', 'four', 'five'] as const;

/** The paper that a note is written on: tint and slant are drawn from its key, so that it looks the same every day. */
export function paperOf(key: string): { className: string; style: CSSProperties } {
  let hash = 0;
  for (const character of key) hash = (hash * 31 + character.charCodeAt(0)) % 9973;
  const slant = ((hash % 7) - 3) * 0.3;
  return {
    className: styles[TINTS[hash % TINTS.length]!]!,
    style: { '--slant': `${slant}deg` } as CSSProperties,
  };
}
