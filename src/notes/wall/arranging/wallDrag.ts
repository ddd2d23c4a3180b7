import { letMoveByKeys } from './moveByKeys';
import { letMoveByPointer } from './moveByPointer';
import type { ArrangingHost } from './moving';

/** Enables moving notes by pointer and keys until the returned function is called; marks the list with `data-movable`. */
export function letMove(host: ArrangingHost): () => void {
  const stops = [letMoveByPointer(host), letMoveByKeys(host)];
  host.list.toggleAttribute('data-movable', true);
  return () => {
    host.list.removeAttribute('data-movable');
    stops.forEach(stop => stop());
  };
}
