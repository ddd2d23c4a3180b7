import { mergeFields } from '../lib/mergeFields';
import type { NoteFields } from './note';

/** Merges texts of as many lines each line by line; null when both sides changed the same line, or the number of lines. */
export function mergeLines(base: string, mine: string, theirs: string): string | null {
  const [before, own, other] = [base.split('\n'), mine.split('\n'), theirs.split('\n')];
  if (own.length !== before.length || other.length !== before.length) return null;
  const merged: string[] = [];
  for (let at = 0; at < before.length; at++) {
    const isMine = own[at] !== before[at];
    if (isMine && other[at] !== before[at] && own[at] !== other[at]) return null;
    merged.push(isMine ? own[at]! : other[at]!);
  }
  return merged.join('\n');
}

/** As `mergeFields`; of a description that both sides changed, each in other lines, both changes stay. */
export function mergeNote(base: NoteFields, mine: NoteFields, theirs: NoteFields) {
  const result = mergeFields(base, mine, theirs);
  if (!result.disputed.includes('noteDescription')) return result;
  const noteDescription = mergeLines(base.noteDescription, mine.noteDescription, theirs.noteDescription);
  if (noteDescription === null) return result;
  return {
    merged: { ...result.merged, noteDescription },
    agreed: { ...result.agreed, noteDescription },
    open: { ...result.open, noteDescription },
    disputed: result.disputed.filter(field => field !== 'noteDescription'),
  };
}
