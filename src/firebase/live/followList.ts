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
import { splitsOf } from './keyRanges';

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
