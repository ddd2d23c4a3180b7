import { letMoveByKeys } from './moveByKeys';
import { letMoveByPointer } from './moveByPointer';
import type { ArrangingHost } from './useArranging';

/** Enables moving notes by pointer and keys until the returned function is called. */
export function letMove(host: ArrangingHost): () => void {
  const stops = [letMoveByPointer(host), letMoveByKeys(host)];
  return () => stops.forEach(stop => stop());
}
