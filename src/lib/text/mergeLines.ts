import { diff3Merge } from 'node-diff3';
import { countBoxes } from './countBoxes';
import { mergeFields, type Merged } from './mergeFields';
import { withEachOthersTicks, type Three } from './mergeTicks';

/** As `mergeFields`; a disputed field of `texts` is merged line by line, and stays disputed only where lines are. */
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
 * Merges texts by lines, three-way; null where both sides changed the same lines differently. A tick of a box is a change
 * of its own: it stays beside what the other side does with the words of that line or with the lines around it.
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

/** Changes of lines beside each other are one region to the library: of as many lines each side changed its own. */
function mergeEach(base: string[], mine: string[], theirs: string[]): string[] | null {
  if (base.every(isBlank)) return mergeNewBoxes(mine, theirs);
  if (mine.length !== base.length || theirs.length !== base.length) return null;
  const { merged, disputed } = mergeFields(base, mine, theirs);
  return disputed.length === 0 ? Object.values(merged) : null;
}

const isBlank = (line: string) => line.trim() === '';

/** Boxes that both added at one place: all of them, the same on every device. */
function mergeNewBoxes(mine: string[], theirs: string[]): string[] | null {
  if (![...mine, ...theirs].every(line => isBlank(line) || countBoxes(line).all === 1)) return null;
  const [first, second] = mine.join('\n') < theirs.join('\n') ? [mine, theirs] : [theirs, mine];
  return [...first, ...second.filter(line => !first.includes(line))];
}
