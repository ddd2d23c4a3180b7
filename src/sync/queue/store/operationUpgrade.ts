import type { ListName } from '../../../services/database';
import type { Operation } from '../../operations';

/** Why version 2 blocked an operation: what it found on the server. */
type ConflictOfVersion2 = { type: 'gone' } | { type: 'versions'; theirs: unknown; isOverwritten?: true };
/** As version 2 stored it: some operations waited for a person's decision. */
export type OperationOfVersion2 = Operation & { conflict?: ConflictOfVersion2 };

/** Versions that version 2 stored with an operation. Other fields of its payload say nothing any more. */
type PayloadOfVersion2 = { mine?: { fields: unknown }; others?: unknown[] };

/** Kinds of version 2 that deleted one item for ever. */
const LIST_OF_FORGET: Record<string, ListName> = { 'task/forget': 'tasks', 'note/forget': 'notes' };

/**
 * An operation as version 2 stored it, in today's form; null for one that has nothing to do any more. What waited for a
 * person, or was refused, is sent again; versions that only the operation had go into the trash with it.
 */
export function fromVersion2({
  conflict,
  reason: _reason,
  ...operation
}: OperationOfVersion2): Operation | null {
  if (operation.kind === 'task/join') return null;
  const forgotten = LIST_OF_FORGET[operation.kind];
  if (forgotten) {
    const { fireId } = operation.payload as { fireId: string | null };
    const items = [{ list: forgotten, fireId, deletedAt: null, itemKey: operation.itemKey }];
    return { ...operation, status: 'pending', kind: 'trash/forget', payload: { items } };
  }
  const { mine, ...payload } = operation.payload as PayloadOfVersion2;
  const others = [
    ...(payload.others ?? []),
    ...(mine ? [mine.fields] : []),
    ...(conflict?.type === 'versions' && conflict.isOverwritten ? [conflict.theirs] : []),
  ];
  // Version 2 marked these before their second step: under that mark they would count as applied.
  const isHalf = operation.isAttempted && /\/(delete|restore|remove)$/.test(operation.kind);
  return {
    ...operation,
    ...(isHalf && { id: `${operation.id}-again` }),
    status: 'pending',
    payload: { ...payload, ...(others.length > 0 && { others }) },
  };
}
