import type { HistoryEntry, HistoryStep } from '../services/device';

/** An item that was deleted for ever: by its item key, by its record key, or both (null: not known). */
export type ForgottenItem = { itemKey: string | null; fireId: string | null };

const keyOf = ({ payload }: HistoryStep) => (payload as { fireId?: string | null }).fireId ?? null;

/** Item keys whose steps changed one of these items. An item key alone names no item whose steps know other records. */
function itemKeysOf(entries: readonly HistoryEntry[], items: readonly ForgottenItem[]): Set<string> {
  const recordsByItem = new Map<string, Set<string>>();
  for (const step of entries.flatMap(({ steps }) => steps)) {
    const keys = recordsByItem.get(step.itemKey) ?? new Set();
    recordsByItem.set(step.itemKey, keys);
    const key = keyOf(step);
    if (key !== null) keys.add(key);
  }
  const isOf = (itemKey: string, keys: Set<string>) =>
    items.some(item =>
      item.fireId !== null && keys.size > 0 ? keys.has(item.fireId) : item.itemKey === itemKey,
    );
  return new Set([...recordsByItem].flatMap(([itemKey, keys]) => (isOf(itemKey, keys) ? itemKey : [])));
}

/** The entries without what they hold of these items, the others as they are. */
export function withoutItems(
  entries: readonly HistoryEntry[],
  items: readonly ForgottenItem[],
): HistoryEntry[] {
  const itemKeys = itemKeysOf(entries, items);
  return entries.flatMap(entry => {
    const steps = entry.steps.filter(({ itemKey }) => !itemKeys.has(itemKey));
    if (steps.length === entry.steps.length) return entry;
    return steps.length > 0 ? { ...entry, steps } : [];
  });
}
