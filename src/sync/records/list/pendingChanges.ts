import { plain } from '../../../lib/text/plain';
import type { Json, Records } from '../../../services/database';
import { inOrder, type Confirmation, type Operation } from '../../operations';
import { keyOfPayload, type RecordItems } from './recordItems';
import type { Key, Pending, RecordDefinition, RecordListState as State } from './recordState';

const without = (operations: readonly Operation[], { id }: Operation) =>
  operations.filter(operation => operation.id !== id);

/** Operations that come back from the device differ in `isAttempted` alone, which the page that sends notes there. */
const isSameOperation = (a: Operation, b: Operation) =>
  a === b || JSON.stringify({ ...a, isAttempted: true }) === JSON.stringify({ ...b, isAttempted: true });
const areSame = (a: readonly Operation[], b: readonly Operation[]) =>
  a.length === b.length && a.every((operation, at) => isSameOperation(operation, b[at]!));

/**
 * Whether what an answer says of a record is older than what is known of it. The answer and the live listener come by
 * two connections: what the operation wrote, and what another device wrote after it, may have arrived before.
 */
function isOlder<Item, Id>(
  { keyOf, isRecordOf }: Pick<RecordDefinition<never, Item, Id>, 'keyOf' | 'isRecordOf'>,
  { base, recentVersions = [] }: Pending<Item, Id>,
  { fireId, value, before }: NonNullable<Confirmation['record']>,
) {
  const says = (item: Item | null, record: Json) =>
    item && record !== null ? keyOf(item) === fireId && isRecordOf(item, record) : !item && record === null;
  if (recentVersions.some(version => says(version, value))) return true;
  return recentVersions.length > 0 && before !== undefined && !says(base, before);
}

/** Takes the record of a confirmation as the server's version of an item; `operations` are left of it. */
function takeConfirmed<Item extends object, Id extends Key>(
  { definition, idOfKey, serverItem, show, parse, markChanged }: RecordItems<Item, Id>,
  takeRecords: (state: State<Item, Id>, records: Records) => void,
  state: State<Item, Id>,
  id: Id,
  { fireId, value }: NonNullable<Confirmation['record']>,
  { payload }: Operation,
  operations: Operation[],
) {
  const { keyOf, isRecordOf } = definition;
  markChanged(state, fireId);
  const base = serverItem(state, id);
  const otherKey = base && keyOf(base) !== fireId ? keyOf(base) : null;
  const isKnown = keyOfPayload(payload) === fireId;
  // A browser repeated the add: the record that arrived first goes by another id from now on.
  const isRepeated = base !== null && value !== null && !isKnown && isRecordOf(base, value);
  if (otherKey !== null && !isRepeated) {
    // Another tab knows the record by an id that is another record's here.
    show(state, id, base, operations, []);
    return takeRecords(state, { [fireId]: value });
  }
  // The record may have arrived under another id before its key was known.
  const other = idOfKey(state, fireId);
  if (other !== undefined && other !== id) show(state, other, null);
  show(state, id, parse(state, value, id, fireId), operations, []);
  if (otherKey !== null) takeRecords(state, { [otherKey]: value });
}

/** The reducers of the queue's events. */
export function pendingChangesOf<Item extends object, Id extends Key>(
  list: RecordItems<Item, Id>,
  takeRecords: (state: State<Item, Id>, records: Records) => void,
) {
  const { definition, allPending, pendingOf, operationsOf, serverItem, idOfOperation, show } = list;
  const { kinds } = definition;

  /** A kind that only a newer version of the app knows changes no item: not even its payload's shape is known. */
  const owns = ({ kind }: Pick<Operation, 'kind'>) => Object.hasOwn(kinds, kind);
  const update = (
    state: State<Item, Id>,
    operation: Operation,
    change: (operations: readonly Operation[], operation: Operation) => Operation[],
  ) => {
    if (!owns(operation)) return;
    const id = idOfOperation(state, operation);
    show(state, id, serverItem(state, id), change(operationsOf(state, id), operation));
  };

  return {
    /** An operation was requested, or kept on the device. */
    put(state: State<Item, Id>, operation: Operation) {
      if (!owns(operation)) return;
      definition.requested?.(state, operation, idOfOperation(state, operation));
      update(state, operation, operations => [...without(operations, operation), operation].sort(inOrder));
    },
    /** It is blocked, or pending again. */
    replace: (state: State<Item, Id>, operation: Operation) =>
      update(state, operation, operations =>
        operations.map(known => (known.id === operation.id ? operation : known)),
      ),
    /** The person gave it up, or another one took its place. */
    remove: (state: State<Item, Id>, operation: Operation) => update(state, operation, without),
    /** The server has it. */
    confirm(state: State<Item, Id>, operation: Operation, confirmation: Confirmation | undefined) {
      if (!owns(operation)) return;
      const id = idOfOperation(state, operation);
      const operations = without(operationsOf(state, id), operation);
      const pending = pendingOf(state, id);
      const { record } = confirmation ?? {};
      state.confirmedId = operation.id;
      if (!record || (pending && isOlder(definition, pending, record)))
        show(state, id, serverItem(state, id), operations, []);
      else takeConfirmed(list, takeRecords, state, id, record, operation, operations);
    },
    /** All that this device holds for the user. */
    read(state: State<Item, Id>, all: readonly Operation[]) {
      const before = plain(state);
      const byId = new Map<Id, Operation[]>(allPending(before).map(({ id }) => [id, []]));
      for (const operation of all.filter(owns)) {
        const id = idOfOperation(before, operation);
        const operations = byId.get(id);
        if (operations) operations.push(operation);
        else byId.set(id, [operation]);
      }
      for (const [id, operations] of byId)
        if (!areSame(operations, operationsOf(before, id)))
          show(state, id, serverItem(before, id), operations);
    },
  };
}
