import { call, type Saga } from '../lib/effects';
import type { Kind, OperationOf } from '../sync/kinds';
import type { Forget } from './trashItem';
import { lazyImport } from '../sync/lazyImport';
import type { Operation, Outcome } from '../sync/operations';

const loadSender = lazyImport(() => import(/* webpackChunkName: "later" */ './forgetSender'));

/** Without names: the device does not keep titles of what was deleted forever. */
const inWords = ({ items }: Forget) =>
  `Deleted ${items.length === 1 ? '1 item' : `${items.length} items`} forever`;

const forget: Kind<never, Forget> = {
  apply: item => item,
  invert: () => [],
  coalesce: () => 'queue',
  *send(services, operation): Saga<Outcome> {
    const { sendForget } = yield* call(loadSender);
    return yield* call(sendForget, services, operation);
  },
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
