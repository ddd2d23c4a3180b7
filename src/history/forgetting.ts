import type { HistoryEntry } from '../services/device';
import { keyOfPayload } from '../sync/records/list/recordItems';

/** An item that was deleted forever: its item key and its record key (null: unknown). */
export type ForgottenItem = { itemKey: string | null; fireId: string | null };

/**
 * The item keys whose steps changed one of these items. An item key alone does not match if its steps know a different
 * record key.
 */
function itemKeysOf(entries: readonly HistoryEntry[], items: readonly ForgottenItem[]): Set<string> {
  const recordsByItem = new Map<string, Set<string>>();
  for (const step of entries.flatMap(({ steps }) => steps)) {
    const keys = recordsByItem.get(step.itemKey) ?? new Set();
    recordsByItem.set(step.itemKey, keys);
    const key = keyOfPayload(step.payload);
    if (key !== null) keys.add(key);
  }
  const isOf = (itemKey: string, keys: Set<string>) =>
    items.some(item =>
      item.fireId !== null && keys.size > 0 ? keys.has(item.fireId) : item.itemKey === itemKey,
    );
  return new Set([...recordsByItem].flatMap(([itemKey, keys]) => (isOf(itemKey, keys) ? itemKey : [])));
}

/** Removes the content of these items from the entries; the other entries stay identical. */
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
