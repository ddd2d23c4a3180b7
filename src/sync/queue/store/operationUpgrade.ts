import type { ListName } from '../../../services/database';
import type { Operation } from '../../operations';

/** Why version 2 blocked an operation: the state that it found on the server. */
type ConflictOfVersion2 = { type: 'gone' } | { type: 'versions'; theirs: unknown; isOverwritten?: true };
/** An operation as stored by version 2, in which some waited for a decision by the user. */
export type OperationOfVersion2 = Operation & { conflict?: ConflictOfVersion2 };

/** Versions that version 2 stored with an operation. Other fields of its payload are no longer used. */
type PayloadOfVersion2 = { mine?: { fields: unknown }; others?: unknown[] };

/** Kinds of version 2 that deleted one item forever. */
const LIST_OF_FORGET: Record<string, ListName> = { 'task/forget': 'tasks', 'note/forget': 'notes' };

/**
 * Converts an operation of version 2; null if it has no effect any more. Operations that were refused or waited for
 * the user are sent again; versions that only the operation had go into the trash with it.
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
  // Version 2 marked these before their second step, so that mark must not count as applied.
  const isHalf = operation.isAttempted && /\/(delete|restore|remove)$/.test(operation.kind);
  return {
    ...operation,
    ...(isHalf && { id: `${operation.id}-again` }),
    status: 'pending',
    payload: { ...payload, ...(others.length > 0 && { others }) },
  };
}
