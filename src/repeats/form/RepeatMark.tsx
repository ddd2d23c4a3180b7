import { repeatInWords } from '../makeRepeat';
import type { Repeat } from '../repeat';

/** A row's mark of its rule. */
export default function RepeatMark({ repeat }: { repeat: Repeat }) {
  return <span data-rule>{repeatInWords(repeat)}</span>;
}
