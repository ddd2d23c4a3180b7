import { mergeFields } from '../lib/mergeFields';
import type { NewOperation } from '../sync/operations';
import type { NoteAdd, NoteEdit, NoteOperation } from './noteOperations';

/** Behind a held one of these, its opposite leaves nothing to do. */
const TAKEN_BACK: Partial<Record<NoteOperation['kind'], NoteOperation['kind']>> = {
  'note/add': 'note/delete',
  'note/delete': 'note/restore',
  'note/restore': 'note/delete',
};

/** What becomes of a note's operation behind one that is held: an add or edit takes its words over. */
export function noteGivesWay(
  held: NewOperation<NoteOperation>,
  next: NewOperation<NoteOperation>,
): NewOperation | null | 'behind' {
  if (next.kind === 'note/forget') return 'behind';
  if (held.kind === 'note/restore' && next.kind === 'note/edit') return 'behind';
  if (TAKEN_BACK[held.kind] === next.kind) return null;
  if (held.kind === 'note/delete' || next.kind !== 'note/edit') return next;
  const kept = held.payload as NoteAdd['payload'] & Partial<NoteEdit['payload']>;
  const payload = next.payload as NoteEdit['payload'];
  // Only what the next one changed counts: the rest of its form may be older than what is held.
  const { merged: fields } = mergeFields(payload.base, payload.fields, kept.fields);
  if (held.kind === 'note/add') return { ...next, kind: 'note/add', payload: { ...kept, fields } };
  return { ...next, payload: { ...payload, base: kept.base!, fields } };
}
