import { diff3Merge, diffIndices } from 'node-diff3';
import { mergeTags } from '../../../shared/tags';
import { countSubtasks, withoutTicks, linesOf, withLineFeeds, withTick } from './subtasks';

/** Merges two edits of one version. Fields that both changed differently are `disputed`, and have my value in `merged`. */
export type Merged<Fields> = { merged: Fields; disputed: (keyof Fields)[] };

/** A three-way merge by fields: a field that only one side changed since `base` takes that side's value. */
export function mergeFields<Fields extends object>(
  base: Fields,
  mine: Fields,
  theirs: Fields,
): Merged<Fields> {
  const merged = { ...mine };
  const disputed: (keyof Fields)[] = [];
  for (const field of Object.keys(mine) as (keyof Fields)[]) {
    if (mine[field] === base[field]) merged[field] = theirs[field];
    else if (theirs[field] !== base[field] && theirs[field] !== mine[field]) disputed.push(field);
  }
  return { merged, disputed };
}

/** The merge in which disputed fields have their value, not mine. */
export const yielding = <Fields extends object>(
  { merged, disputed }: Merged<Fields>,
  theirs: Fields,
): Fields => disputed.reduce((fields, field) => ({ ...fields, [field]: theirs[field] }), merged);

const boxOf = (line: string) => linesOf(line)[0]!.box;
const ticked = (line: string, isTicked: boolean) => {
  const box = boxOf(line);
  return box && box.isTicked !== isTicked ? withTick(line, box.at, isTicked) : line;
};

/**
 * The index in `side` of each line of `base`. A tick does not make it another line; boxes whose text changed are
 * matched in order if their number is the same.
 */
function positionsIn(side: readonly string[], base: readonly string[]): Map<number, number> {
  const positions = new Map<number, number>();
  let [from, shift] = [0, 0];
  const keepTo = (end: number) => {
    for (; from < end; from++) positions.set(from, from + shift);
  };
  for (const { buffer1, buffer2 } of diffIndices(base.map(withoutTicks), side.map(withoutTicks))) {
    const [start, length] = buffer1;
    keepTo(start);
    if (length === buffer2[1]) {
      for (let at = start; at < start + length; at++)
        if (boxOf(base[at]!) && boxOf(side[at + shift]!)) positions.set(at, at + shift);
    }
    from = start + length;
    shift = buffer2[0] + buffer2[1] - from;
  }
  keepTo(base.length);
  return positions;
}

/** Three versions of a text, as lines. */
type Three = Record<'base' | 'mine' | 'theirs', string[]>;

/**
 * Applies each side's ticks to all three versions, so that ticks no longer differ; null when a box that one side
 * ticked or unticked is no box in the other.
 */
function withEachOthersTicks({ base, mine, theirs }: Three): Three | null {
  const now: Three = { base: [...base], mine: [...mine], theirs: [...theirs] };
  const [inMine, inTheirs] = [positionsIn(mine, base), positionsIn(theirs, base)];
  for (const [at, line] of base.entries()) {
    const was = boxOf(line)?.isTicked;
    if (was === undefined) continue;
    const positions = [inMine.get(at), inTheirs.get(at)] as const;
    const changed = [mine[positions[0] ?? -1], theirs[positions[1] ?? -1]].some(
      side => side !== undefined && boxOf(side)!.isTicked !== was,
    );
    if (!changed) continue;
    if (positions[0] === undefined || positions[1] === undefined) return null;
    now.base[at] = ticked(line, !was);
    now.mine[positions[0]] = ticked(mine[positions[0]]!, !was);
    now.theirs[positions[1]] = ticked(theirs[positions[1]]!, !was);
  }
  return now;
}

/**
 * Like `mergeFields`, but a disputed field of `texts` is merged by lines, another one by its tags, and stays disputed only
 * if that fails.
 */
export function mergeTexts<Fields extends object>(
  texts: readonly (keyof Fields)[],
  base: Fields,
  mine: Fields,
  theirs: Fields,
): Merged<Fields> {
  const result = mergeFields(base, mine, theirs);
  const merged = { ...result.merged };
  const disputed = result.disputed.filter(field => {
    const mergeText = texts.includes(field) ? mergeLines : mergeTags;
    const text = mergeText(String(base[field]), String(mine[field]), String(theirs[field]));
    if (text !== null) merged[field] = text as Fields[keyof Fields];
    return text === null;
  });
  return { merged, disputed };
}

/**
 * A three-way merge by lines; null where both sides changed the same lines differently. A tick counts as a change of
 * its own: it is kept beside the other side's changes of the same line's text or of neighbouring lines.
 */
export function mergeLines(base: string, mine: string, theirs: string): string | null {
  const lines = { base: split(base), mine: split(mine), theirs: split(theirs) };
  const merged = mergeRegions(lines) ?? mergeRegions(withEachOthersTicks(lines));
  return merged && merged.join('\n');
}

const split = (text: string) => withLineFeeds(text).split('\n');

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
  if (![...mine, ...theirs].every(line => isBlank(line) || countSubtasks(line).all === 1)) return null;
  const [first, second] = mine.join('\n') < theirs.join('\n') ? [mine, theirs] : [theirs, mine];
  return [...first, ...second.filter(line => !first.includes(line))];
}
