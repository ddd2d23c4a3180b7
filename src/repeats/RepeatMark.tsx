import { repeatInWords } from './makeRepeat';
import type { Repeat } from './repeat';

/** What a row says of its rule. */
export default function RepeatMark({ repeat }: { repeat: Repeat }) {
  return <span data-rule>{repeatInWords(repeat)}</span>;
}
