import { mergeFields } from '../lib/mergeFields';
import type { NewOperation } from '../sync/operations';
import type { TaskAdd, TaskEdit, TaskOperation } from './taskOperations';

/** Behind a held one of these, its opposite leaves nothing to do. */
const TAKEN_BACK: Partial<Record<TaskOperation['kind'], TaskOperation['kind']>> = {
  'task/add': 'task/delete',
  'task/delete': 'task/restore',
  'task/restore': 'task/delete',
};

/** What becomes of a task's operation behind one that is held: an add or edit takes its words over, a tick waits. */
export function taskGivesWay(
  held: NewOperation<TaskOperation>,
  next: NewOperation<TaskOperation>,
): NewOperation | null | 'behind' {
  if (next.kind === 'task/tick' || next.kind === 'task/forget') return 'behind';
  if (held.kind === 'task/restore' && next.kind === 'task/edit') return 'behind';
  if (TAKEN_BACK[held.kind] === next.kind) return null;
  if (held.kind === 'task/delete' || next.kind !== 'task/edit') return next;
  const kept = held.payload as TaskAdd['payload'] & Partial<TaskEdit['payload']>;
  const payload = next.payload as TaskEdit['payload'];
  // Only what the next one changed counts: the rest of its form may be older than what is held.
  const { merged: fields } = mergeFields(payload.base, payload.fields, kept.fields);
  if (held.kind === 'task/add') return { ...next, kind: 'task/add', payload: { ...kept, fields } };
  return { ...next, payload: { ...payload, base: kept.base!, fields } };
}
