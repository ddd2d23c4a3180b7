import type { HistoryEntry, HistoryStep } from '../services/device';

/** An item that was deleted for ever: by its lane, by its record key, or both (null: not known). */
export type ForgottenItem = { lane: string | null; fireId: string | null };

const keyOf = ({ payload }: HistoryStep) => (payload as { fireId?: string | null }).fireId ?? null;

/** Lanes whose steps changed one of these items. A lane alone names no item whose steps know other keys. */
function lanesOf(entries: readonly HistoryEntry[], items: readonly ForgottenItem[]): Set<string> {
  const keysByLane = new Map<string, Set<string>>();
  for (const step of entries.flatMap(({ steps }) => steps)) {
    const keys = keysByLane.get(step.lane) ?? new Set();
    keysByLane.set(step.lane, keys);
    const key = keyOf(step);
    if (key !== null) keys.add(key);
  }
  const isOf = (lane: string, keys: Set<string>) =>
    items.some(item => (item.fireId !== null && keys.size > 0 ? keys.has(item.fireId) : item.lane === lane));
  return new Set([...keysByLane].flatMap(([lane, keys]) => (isOf(lane, keys) ? lane : [])));
}

/** Ids of the steps that changed these items. */
export function stepsOf(entries: readonly HistoryEntry[], items: readonly ForgottenItem[]): string[] {
  const lanes = lanesOf(entries, items);
  return entries.flatMap(({ steps }) => steps.flatMap(({ id, lane }) => (lanes.has(lane) ? id : [])));
}
