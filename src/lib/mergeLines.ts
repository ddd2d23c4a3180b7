import { diff3Merge } from 'node-diff3';
import { mergeFields, type Merged } from './mergeFields';

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

/** Merges texts by lines, three-way; null where both sides changed the same lines differently. */
export function mergeLines(base: string, mine: string, theirs: string): string | null {
  const regions = diff3Merge(mine.split('\n'), base.split('\n'), theirs.split('\n'), {
    excludeFalseConflicts: true,
  });
  const lines: string[] = [];
  for (const { ok, conflict } of regions) {
    const merged = ok ?? (conflict && mergeEach(conflict.o, conflict.a, conflict.b));
    if (!merged) return null;
    for (const line of merged) lines.push(line);
  }
  return lines.join('\n');
}

/** Changes of lines beside each other are one region to the library: of as many lines each side changed its own. */
function mergeEach(base: string[], mine: string[], theirs: string[]): string[] | null {
  if (mine.length !== base.length || theirs.length !== base.length) return null;
  const { merged, disputed } = mergeFields(base, mine, theirs);
  return disputed.length === 0 ? Object.values(merged) : null;
}
