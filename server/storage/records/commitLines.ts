/** The format of commits outside of the store: lines of text, each with a checksum. */
import type { Batch, Work } from '../../lib/types';
import { checksumOf, sealed, unsealed } from './checksum';
import { jsonLine } from './jsonLine';
import { isOwn, type Head } from './ledger';

/** A state of the store: after which commit, its time (milliseconds), and the ledger's sums. */
export type Point = Pick<Head, 'sequence' | 'records' | 'sum'> & { at: number };

/** A key with its text, or with null when it was removed. */
export type Pair = readonly [key: string, text: string | null];

export type Commit = { point: Point; pairs: Pair[]; lines: string[] };

/** The checksum of a line includes this besides its text. */
const LINE = 'commit';
/** The length of a record's checksum, which precedes its text. */
const SEAL_CHARACTERS = 8;
const LINE_CHARACTERS = 65_536;

type End = Point & { pairs: number };

/** The line of a value with its checksum, without a line break. */
export function lineOf(value: unknown): string {
  const text = jsonLine(value).slice(0, -1);
  return sealed(text, checksumOf(LINE, text));
}

/** The content of a line; undefined when it was altered or is incomplete. */
export function readLine(line: string): unknown {
  const found = unsealed(LINE, line);
  return found ? JSON.parse(found.text) : undefined;
}

/** A commit as lines, made from its changes in LevelDB: several pairs per line, then the resulting state. */
export function* encodeCommit(batch: Batch, point: Point): Work<Buffer> {
  const lines: string[] = [];
  let pairs: Pair[] = [];
  let [count, characters] = [0, 0];
  for (const { key, value } of batch) {
    if (isOwn(key)) continue;
    pairs.push([key, value === null ? null : value.slice(SEAL_CHARACTERS)]);
    count += 1;
    characters += key.length + (value?.length ?? 0);
    if (characters < LINE_CHARACTERS) continue;
    lines.push(lineOf(pairs));
    [pairs, characters] = [[], 0];
    yield;
  }
  if (pairs.length > 0) lines.push(lineOf(pairs));
  lines.push(lineOf({ ...point, pairs: count } satisfies End));
  yield;
  return Buffer.from(`${lines.join('\n')}\n`);
}

/** Assembles commits from lines. */
export class CommitReader {
  private pairs: Pair[] = [];
  private lines: string[] = [];

  /** The commit that ends with this line; null when none does. Throws when the line was altered. */
  read(line: string): Commit | null {
    const said = readLine(line);
    this.lines.push(line);
    if (Array.isArray(said)) {
      for (const pair of said as Pair[]) this.pairs.push(pair);
      return null;
    }
    const { pairs: count, ...point } = (said ?? {}) as Partial<End>;
    const { pairs, lines } = this;
    [this.pairs, this.lines] = [[], []];
    if (count !== pairs.length || point.sequence === undefined)
      throw new Error('A commit is altered or not complete.');
    return { point: point as Point, pairs, lines };
  }
}
