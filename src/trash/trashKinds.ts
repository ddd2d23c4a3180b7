import type { Kind, OperationOf } from '../sync/kinds';
import { sendForget } from './forgetSender';
import type { Forget } from './trashItem';
import type { Operation } from '../sync/operations';

/** Without names: the device does not keep titles of what was deleted forever. */
const inWords = ({ items }: Forget) =>
  `Deleted ${items.length === 1 ? '1 item' : `${items.length} items`} forever`;

const forget: Kind<never, Forget> = {
  apply: item => item,
  invert: () => [],
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
