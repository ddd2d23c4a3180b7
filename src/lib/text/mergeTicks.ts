import { diffIndices } from 'node-diff3';
import { linesOf, withTick } from './checklist';
import { withoutTicks } from './countBoxes';

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
export type Three = Record<'base' | 'mine' | 'theirs', string[]>;

/**
 * Applies each side's ticks to all three versions, so that ticks no longer differ; null when a box that one side
 * ticked or unticked is no box in the other.
 */
export function withEachOthersTicks({ base, mine, theirs }: Three): Three | null {
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
