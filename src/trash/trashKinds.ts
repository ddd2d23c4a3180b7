import type { ForgottenItem } from '../history/forgetting';
import { databasePaths } from '../services/databasePaths';
import { call, type Saga } from '../lib/effects';
import type { ListName } from '../services/database';
import type { Kind, OperationOf, SendServices } from '../sync/kinds';
import type { Operation, Outcome } from '../sync/operations';
import { copyOf, ending } from '../sync/records/trashMoves';
import { markOfBatch, writeAll } from '../sync/records/senders/writeOnce';
import type { Forget, Forgettable } from './trashItem';

/** A copy, identified by its instant of deletion. */
type Known = Forgettable & { fireId: string; deletedAt: string };

/**
 * Removes copies forever. A newer copy, of a record that was restored and deleted again, stays. Unchanged copies that
 * the server refuses to remove are blocked.
 */
function* sendForget(
  services: SendServices,
  { id, userId, payload }: Operation<string, Forget>,
): Saga<Outcome> {
  const instantOf = function* (list: ListName, fireId: string): Saga<string | undefined> {
    const path = databasePaths.trash(list, fireId);
    return copyOf(yield* call(services.database.read, userId, path))?.deletedAt;
  };
  const known: Known[] = [];
  for (const item of payload.items) {
    const fireId = item.fireId ?? payload.fireId;
    const deletedAt = item.deletedAt ?? (fireId && (yield* instantOf(item.list, fireId)));
    if (fireId && deletedAt) known.push({ ...item, fireId, deletedAt });
  }
  const refused = yield* call(writeAll<Known>, services.database, userId, known, {
    marksOf: markOfBatch<Known>(id, ({ list, fireId }) => `${list}/${fireId}`),
    pathsOf: ({ list, fireId, deletedAt }) => ending(list, fireId, { deletedAt }),
  });
  const items: Forgettable[] = [];
  let reason = '';
  for (const { item, failure } of refused) {
    if ((yield* instantOf(item.list, item.fireId)) !== item.deletedAt) continue;
    items.push(item);
    reason = failure.message;
  }
  return items.length === 0 ? { type: 'confirmed' } : { type: 'blocked', reason, payload: { items } };
}

/** Without names: the device does not keep titles of what was deleted forever. */
const inWords = ({ items }: Forget) =>
  `Deleted ${items.length === 1 ? '1 item' : `${items.length} items`} forever`;

const forget: Kind<never, Forget> = {
  apply: item => item,
  invert: () => [],
  rebase: change => ({ change }),
  coalesce: () => 'queue',
  send: sendForget,
  describe: ([payload]) => inWords(payload),
  isAnnounced: false,
  trash: 'out',
  label: payload => (payload ? inWords(payload) : 'Trash deleted forever'),
};

/** The kinds of change of the trash. */
export const trashKinds = { 'trash/forget': forget };
export type TrashOperation = OperationOf<typeof trashKinds>;

export const isTrashOperation = (operation: Pick<Operation, 'kind'>): operation is TrashOperation =>
  Object.hasOwn(trashKinds, operation.kind);

/** The items that an operation deletes forever; none if it is of another kind. */
export const forgottenBy = (operation: Operation): ForgottenItem[] =>
  isTrashOperation(operation) ? operation.payload.items : [];
