import {
  endBefore,
  onChildAdded,
  onChildChanged,
  onChildRemoved,
  onValue,
  orderByKey,
  query,
  startAt,
  type DatabaseReference,
  type DataSnapshot,
} from 'firebase/database';
import type { Json, LiveEvent, Records } from '../../services/database';

/**
 * Follows a list by the SDK. Changes are batched per turn of the event loop. A long list is requested in ranges of its
 * `knownKeys`, because the SDK processes an answer in one go: 400 ms for 50,000 tasks.
 */
export function followList(
  list: DatabaseReference,
  listener: (event: LiveEvent) => void,
  onCancelled: () => void,
  knownKeys: readonly string[],
): () => void {
  const ranges = rangesOf(list, splitsOf(knownKeys));
  let unlisted = ranges.length;
  let gathered: Records = {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = (type: LiveEvent['type']) => {
    clearTimeout(timer);
    timer = undefined;
    const records = gathered;
    gathered = {};
    listener({ type, records });
  };
  const take = (key: string, record: Json) => {
    // Each version of a record is reported, because a version that was overwritten at once may be the awaited one.
    if (unlisted === 0 && Object.hasOwn(gathered, key)) tell('changes');
    gathered[key] = record;
    if (unlisted === 0) timer ??= setTimeout(tell, 0, 'changes');
    else if (record === null) delete gathered[key];
  };
  const arrived = (snapshot: DataSnapshot) => take(snapshot.key!, snapshot.val() as Json);
  const listed = () => {
    if (--unlisted === 0) tell('list');
  };
  const stops = ranges.flatMap(range => [
    onChildAdded(range, arrived, onCancelled),
    onChildChanged(range, arrived),
    onChildRemoved(range, snapshot => take(snapshot.key!, null)),
    // Called after all children of the first answer; the list's own value is not read.
    onValue(range, listed, { onlyOnce: true }),
  ]);
  return () => {
    clearTimeout(timer);
    stops.forEach(stop => stop());
  };
}

/** A query for each range of keys, from one of `splits` to the next; a single query without them. */
function rangesOf(list: DatabaseReference, splits: readonly string[]) {
  if (splits.length === 0) return [list];
  return [undefined, ...splits].map((from, at) => {
    const to = splits[at];
    const start = from === undefined ? [] : [startAt(from)];
    const end = to === undefined ? [] : [endBefore(to)];
    return query(list, orderByKey(), ...start, ...end);
  });
}

/** Every nth key is sampled, so that only the sample needs sorting. */
const SAMPLED = 100;
/** Sampled keys per range, so that a range has about a thousand keys. */
const IN_RANGE = 10;

/**
 * The keys at which a list with these `keys`, in any order, is split into ranges of about a thousand, in the database's
 * order. Empty for a short list.
 */
export function splitsOf(keys: readonly string[]): string[] {
  const sample = keys.filter((_, at) => at % SAMPLED === 0).filter(hasPlainOrder);
  return sample.length < 2 * IN_RANGE ? [] : sample.sort().filter((_, at) => at > 0 && at % IN_RANGE === 0);
}

/** Push ids sort by their characters; numeric keys precede all others. */
const hasPlainOrder = (key: string) => /^-[\w-]{19}$/.test(key);
