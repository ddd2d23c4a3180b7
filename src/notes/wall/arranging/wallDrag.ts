import { letMoveByKeys } from './moveByKeys';
import { letMoveByPointer } from './moveByPointer';
import type { ArrangingHost } from './useArranging';

/** Lets the notes of a wall be moved by pointer and by keys, until the returned function is called. */
export function letMove(host: ArrangingHost): () => void {
  const stops = [letMoveByPointer(host), letMoveByKeys(host)];
  return () => stops.forEach(stop => stop());
}
