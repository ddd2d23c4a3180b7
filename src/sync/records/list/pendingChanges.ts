import { plain } from '../../../lib/text/plain';
import type { Json, Records } from '../../../services/database';
import { inOrder, type Confirmation, type Operation } from '../../operations';
import { keyOfPayload, type RecordItems } from './recordItems';
import type { Key, Pending, RecordDefinition, RecordListState as State } from './recordState';

const without = (operations: readonly Operation[], { id }: Operation) =>
  operations.filter(operation => operation.id !== id);

/** Operations read from the device differ at most in `isAttempted`, which is set there by the page that sends. */
const isSameOperation = (a: Operation, b: Operation) =>
  a === b || JSON.stringify({ ...a, isAttempted: true }) === JSON.stringify({ ...b, isAttempted: true });
const areSame = (a: readonly Operation[], b: readonly Operation[]) =>
  a.length === b.length && a.every((operation, at) => isSameOperation(operation, b[at]!));

/**
 * Whether an answer's version of a record is outdated. Answers and live events use two connections: the operation's
 * own write, and later ones by other devices, may already have arrived.
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

/** Applies a confirmation's record as the server's version of an item; `operations` are the remaining ones. */
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
  // The browser repeated the add, so there are two records: the one that arrived first gets another id.
  const isRepeated = base !== null && value !== null && !isKnown && isRecordOf(base, value);
  if (otherKey !== null && !isRepeated) {
    // Another tab uses an id for the record that belongs to another record here.
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

  /** A kind of a newer version of the app changes no item, because its payload is unknown. */
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
    /** The current state of an operation: requested, stored on the device, or changed. */
    put(state: State<Item, Id>, operation: Operation) {
      if (!owns(operation)) return;
      const id = idOfOperation(state, operation);
      const isNew = operationsOf(state, id).every(known => known.id !== operation.id);
      if (isNew) definition.requested?.(state, operation, id);
      update(state, operation, operations => [...without(operations, operation), operation].sort(inOrder));
    },
    /** The user discarded it, or another operation replaced it. */
    remove: (state: State<Item, Id>, operation: Operation) => update(state, operation, without),
    /** The server confirmed it. */
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
    /** All operations of the user on this device. */
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
