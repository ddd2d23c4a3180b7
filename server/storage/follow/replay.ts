import { StoreError } from '../../lib/errors';
import type { Replay } from '../newStore';
import { headOfBackup, verifyBackup } from '../backup/restore';
import type { Commit, Pair, Point } from '../records/commitLines';
import { commitsOf } from './segment';
import { filesIn, type TargetFile } from './target';

/** A restorable state: a copy, the commits after it, and the resulting state. */
export type Restorable = { store: string; file: string; replay: Replay; point: Point };

/**
 * The number of characters of pairs that are sorted by key together, so that each part of the store is read once for
 * all of them.
 */
const TOGETHER_CHARACTERS = 10_000_000;

/**
 * The last restorable state in a folder of followers; with `instant` (milliseconds), the last one up to that time.
 * Null when there is none. Reports why damaged copies are skipped.
 */
export async function lastState(
  folder: string,
  instant: number | null,
  complain: (text: string) => void,
): Promise<Restorable | null> {
  const files = await filesIn(folder);
  const states = [];
  for (const store of new Set(files.map(file => file.store)))
    states.push(
      await stateOf(
        files.filter(file => file.store === store),
        instant,
        complain,
      ),
    );
  const [newest] = states.flatMap(state => state ?? []).sort((a, b) => b.point.at - a.point.at);
  return newest ?? null;
}

async function stateOf(
  files: readonly TargetFile[],
  instant: number | null,
  complain: (text: string) => void,
): Promise<Restorable | null> {
  for (const copy of files.filter(({ kind }) => kind === 'copy').reverse()) {
    const from = await wholeCopy(copy, instant, complain);
    if (!from) continue;
    const segments = files.filter(({ kind, run }) => kind === 'segment' && run === copy.run);
    let last = from;
    for await (const { point } of commitsBehind(segments, from.sequence))
      if (instant === null || point.at <= instant) last = point;
    const pairs = () => pairsUntil(segments, from.sequence, last.sequence);
    return {
      store: copy.store,
      file: copy.path,
      replay: { pairs, records: last.records, sum: last.sum },
      point: last,
    };
  }
  return null;
}

/** The state of a copy; null when it is later than the instant, or damaged. */
async function wholeCopy(
  { path }: TargetFile,
  instant: number | null,
  complain: (text: string) => void,
): Promise<Point | null> {
  try {
    const { commit } = await headOfBackup(path);
    if (!commit || (instant !== null && commit.at > instant)) return null;
    await verifyBackup(path);
    return commit;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    complain(`${error.message} The one before it is taken.`);
    return null;
  }
}

/** The commits after a state, up to the first missing one. */
async function* commitsBehind(segments: readonly TargetFile[], sequence: number): AsyncGenerator<Commit> {
  let last = sequence;
  for (const [index, { path }] of segments.entries()) {
    const next = segments[index + 1];
    if (next && next.sequence <= sequence) continue;
    for await (const commit of commitsOf(path)) {
      if (commit.point.sequence > last + 1) return;
      if (commit.point.sequence <= last) continue;
      last = commit.point.sequence;
      yield commit;
    }
  }
}

async function* pairsUntil(
  segments: readonly TargetFile[],
  from: number,
  until: number,
): AsyncGenerator<Pair> {
  let newest = new Map<string, string | null>();
  let characters = 0;
  for await (const { point, pairs } of commitsBehind(segments, from)) {
    if (point.sequence > until) break;
    for (const [key, text] of pairs) {
      newest.set(key, text);
      characters += key.length + (text?.length ?? 0);
    }
    if (characters < TOGETHER_CHARACTERS) continue;
    yield* inOrder(newest);
    [newest, characters] = [new Map(), 0];
  }
  yield* inOrder(newest);
}

const inOrder = (pairs: ReadonlyMap<string, string | null>) =>
  [...pairs].sort(([a], [b]) => (a < b ? -1 : 1));
