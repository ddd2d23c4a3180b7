import { isObject, textOf } from '../../lib/json';
import type { Json, Records, TrashCopy } from '../../services/database';

/** Parses a copy in the trash; null when invalid. */
export function copyOf(value: Json | undefined): TrashCopy | null {
  if (!isObject(value)) return null;
  const { deletedAt, record, beside, otherOf } = value;
  if (record === null || typeof record !== 'object') return null;
  return {
    deletedAt: textOf(deletedAt),
    record,
    ...(beside && typeof beside === 'object' && { beside: beside as Records }),
    ...(typeof otherOf === 'string' && { otherOf }),
  };
}
