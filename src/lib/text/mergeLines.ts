import { diff3Merge } from 'node-diff3';
import { countBoxes } from './countBoxes';
import { mergeFields, type Merged } from './mergeFields';
import { withEachOthersTicks, type Three } from './mergeTicks';

/** Like `mergeFields`, but a disputed field of `texts` is merged by lines, and stays disputed only if that fails. */
export function mergeTexts<Fields extends object>(
  texts: readonly (keyof Fields)[],
  base: Fields,
  mine: Fields,
  theirs: Fields,
): Merged<Fields> {
  const result = mergeFields(base, mine, theirs);
  const merged = { ...result.merged };
  const disputed = result.disputed.filter(field => {
    if (!texts.includes(field)) return true;
    const lines = mergeLines(String(base[field]), String(mine[field]), String(theirs[field]));
    if (lines !== null) merged[field] = lines as Fields[keyof Fields];
    return lines === null;
  });
  return { merged, disputed };
}

/**
 * A three-way merge by lines; null where both sides changed the same lines differently. A tick counts as a change of
 * its own: it is kept beside the other side's changes of the same line's text or of neighbouring lines.
 */
export function mergeLines(base: string, mine: string, theirs: string): string | null {
  const lines = { base: base.split('\n'), mine: mine.split('\n'), theirs: theirs.split('\n') };
  const merged = mergeRegions(lines) ?? mergeRegions(withEachOthersTicks(lines));
  return merged && merged.join('\n');
}

function mergeRegions(three: Three | null): string[] | null {
  if (!three) return null;
  const regions = diff3Merge(three.mine, three.base, three.theirs, { excludeFalseConflicts: true });
  const lines: string[] = [];
  for (const { ok, conflict } of regions) {
    const merged = ok ?? (conflict && mergeEach(conflict.o, conflict.a, conflict.b));
    if (!merged) return null;
    for (const line of merged) lines.push(line);
  }
  return lines;
}

/**
 * The library treats changes of adjacent lines as one region. If neither side changed the number of lines, merge it
 * line by line.
 */
function mergeEach(base: string[], mine: string[], theirs: string[]): string[] | null {
  if (base.every(isBlank)) return mergeNewBoxes(mine, theirs);
  if (mine.length !== base.length || theirs.length !== base.length) return null;
  const { merged, disputed } = mergeFields(base, mine, theirs);
  return disputed.length === 0 ? Object.values(merged) : null;
}

const isBlank = (line: string) => line.trim() === '';

/** Boxes that both sides added at one place: all of them, in the same order on every device. */
function mergeNewBoxes(mine: string[], theirs: string[]): string[] | null {
  if (![...mine, ...theirs].every(line => isBlank(line) || countBoxes(line).all === 1)) return null;
  const [first, second] = mine.join('\n') < theirs.join('\n') ? [mine, theirs] : [theirs, mine];
  return [...first, ...second.filter(line => !first.includes(line))];
}
