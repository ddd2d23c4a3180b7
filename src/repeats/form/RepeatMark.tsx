import { repeatInWords } from '../makeRepeat';
import type { Repeat } from '../repeat';

/** The repeat rule of a row's task, in words. */
export function RepeatMark({ repeat }: { repeat: Repeat }) {
  return <span data-rule>{repeatInWords(repeat)}</span>;
}
