import { call, type Saga } from '../lib/effects';
import { mergeFields, type Merged } from '../lib/mergeFields';
import type { Json, ListName, Records } from '../services/database';
import { nameItems, type Kind, type SendServices, type Told } from './kinds';
import type { Change, Operation, Outcome } from './operations';
import { besideKind } from './besideKind';
import { late } from './late';
import { storedOf, withStored, type Sidecars } from './sidecars';
import type { recordSenders } from './recordSenders';

/** Which record a payload is about. `fireId` is null until the database has given the record its key. */
export type Target = { fireId: string | null };

/** What a record list says of its records, so that they can be added, edited, deleted and restored. */
export type RecordType<Item extends Fields, Fields extends object, T extends Target> = {
  /** `task` for the kinds `task/add`, `task/edit`, … */
  name: string;
  list: ListName;
  targetOf(payload: T): T;
  /** The item that these fields make; `before` is what there was. */
  itemOf(payload: T, fields: Fields, before: Item | null): Item;
  fieldsOf(item: Fields): Fields;
  sameFields(a: Fields, b: Fields): boolean;
  /** The fields of a stored record, null when it is none. */
  fieldsOfRecord(record: Json): Fields | null;
  recordOf(fields: Fields, target: T): Json;
  titleOf(fields: Fields): string;
  /** Where an added record went, in words behind its name; nothing when that is always the same place. */
  placeOf?(fields: Fields, told: Told): string;
  /** Where an edit moved its record, in words behind its name; null when it changed anything else too. */
  moveOf?(edit: Edited<Fields>, told: Told): string | null;
  sidecars: Sidecars<Item>;
  /** Loads how records of this type reach the server. */
  loadSending(): Promise<RecordSending<Fields, T>>;
};

/** How records of a type reach the server. */
export type RecordSending<Fields extends object, T extends Target> = {
  /** The key of a record that this device does not know, undefined when there is none. */
  findKey(services: SendServices, operation: Operation<string, T>): Saga<string | undefined>;
  /** Adds the record, once. Answers its key and what is stored there (null: it was deleted since). */
  create(
    services: SendServices,
    operation: Operation<string, T & { fields: Fields }>,
  ): Saga<{ fireId: string; record: Json }>;
  /** Runs an attempt to edit while no other device of ours edits the record, where that needs to be said. */
  inTurn?<Answer>(
    services: SendServices,
    operation: Operation<string, T>,
    fireId: string,
    attempt: () => Saga<Answer>,
  ): Saga<Answer>;
  /**
   * Writes an edited record over the one that was read. Throws `conflict` when that changed meanwhile; answers what a
   * write without condition turned out to have overwritten.
   */
  save(
    services: SendServices,
    operation: Operation<string, T>,
    read: { fireId: string; record: Json; etag: string },
    fields: Fields,
  ): Saga<{ overwritten?: Json }>;
  /** The record of changed fields; what did not change stays stored as it is. */
  recordOver(record: Json, fields: Fields, target: T): Json;
  /** The name of a field as it is stored. */
  storedName(field: keyof Fields): string;
  /** How three versions become one, where that can be told better than field by field. */
  merge(base: Fields, mine: Fields, theirs: Fields): Merged<Fields>;
};

/**
 * A record as it was when it was deleted, and what was stored beside it by name, so that it is shown again before the
 * server has answered. The version before stored `doneAt` instead.
 */
export type Deleted<Fields> = { fields: Fields; beside?: Records; doneAt?: string | null };
const besideIn = ({ beside, doneAt }: Pick<Deleted<unknown>, 'beside' | 'doneAt'>): Records =>
  beside ?? (doneAt ? { done: doneAt } : {});
/** The same of an item that is there. */
export const deletedNow = <Item extends Fields, Fields>(
  type: { fieldsOf(item: Item): Fields; sidecars: Sidecars<Item> },
  item: Item,
): Deleted<Fields> => {
  const beside = storedOf(type.sidecars, item);
  return { fields: type.fieldsOf(item), ...(beside && { beside }) };
};
/** `others` are versions that nobody has seen: they go into the trash with the operation. */
type WithOthers<Fields> = { others?: Fields[] };
export type Addition<Fields> = { fields: Fields } & WithOthers<Fields>;
/** `base` is what the person saw when the edit began: what differs from it is what they changed. */
export type Edited<Fields> = { base: Fields; fields: Fields } & WithOthers<Fields>;
export type Deletion<Fields> = Partial<Deleted<Fields>> & WithOthers<Fields>;

const loadSenders = late(() => import(/* webpackChunkName: "later" */ './recordSenders'));

/** The kinds of change that every record knows. */
export function recordKinds<Item extends Fields, Fields extends object, T extends Target>(
  type: RecordType<Item, Fields, T>,
) {
  const { name } = type;
  const noun = `${name[0]!.toUpperCase()}${name.slice(1)}`;
  type Add = T & Addition<Fields>;
  type Edit = T & Edited<Fields>;
  type Delete = T & Deletion<Fields>;
  type Restore = T & Deleted<Fields>;

  type Senders = ReturnType<typeof recordSenders<Item, Fields, T>>;
  /** Senders come with the code that the first view does not need. */
  const sendBy = <Name extends keyof Senders>(sender: Name) =>
    function* (
      services: SendServices,
      given: Parameters<Senders[Name]>[1],
    ): Saga<Name extends `${string}Together` ? Outcome[] : Outcome> {
      const loaded = yield* call(loadSenders);
      return (yield* loaded.recordSenders(type)[sender](services, given as never)) as never;
    };
  const change = (like: Change, kind: string, payload: unknown): Change => ({
    itemKey: like.itemKey,
    kind: `${name}/${kind}`,
    payload,
  });
  const isKind = ({ kind }: { kind: string }, ...names: string[]) =>
    names.some(one => kind === `${name}/${one}`);
  const inverseIsDelete = (
    inverted: Change<string, T & { fields: Fields }>,
    now: Item | undefined,
  ): Change[] => {
    const target = {
      ...type.targetOf(inverted.payload),
      ...(now && { fireId: fireIdOf(now, inverted.payload) }),
    };
    const deleted = now ? deletedNow(type, now) : deletedOf(inverted.payload);
    return [change(inverted, 'delete', { ...target, ...deleted })];
  };
  const fireIdOf = (now: Item, payload: T) =>
    payload.fireId ?? (now as unknown as { fireId?: string | null }).fireId ?? null;
  const deletedOf = ({ fields, ...payload }: Partial<Deleted<Fields>>) => {
    const beside = besideIn(payload);
    return { fields, ...(Object.keys(beside).length > 0 && { beside }) };
  };

  /** The versions that two operations keep, and the one that is in neither of them any more. */
  const withOthers = (
    blocked: WithOthers<Fields>,
    next: WithOthers<Fields>,
    left?: { fields: Fields },
  ): WithOthers<Fields> => {
    const others = [...(blocked.others ?? []), ...(next.others ?? []), ...(left ? [left.fields] : [])];
    return others.length > 0 ? { others } : {};
  };

  const named = (payloads: readonly { fields?: Fields }[]) =>
    nameItems(
      payloads.map(({ fields }) => fields && type.titleOf(fields)),
      name,
    );
  /** What all of them have in common, undefined when they differ. */
  const shared = <Value>([first, ...others]: readonly Value[]): Value | undefined =>
    others.every(other => other === first) ? first : undefined;

  const add: Kind<Item, Add> = {
    apply: (item, { payload }) => item ?? type.itemOf(payload, payload.fields, null),
    invert: inverseIsDelete,
    coalesce: () => 'queue',
    send: sendBy('add'),
    describe(payloads, told) {
      const place = shared(payloads.map(({ fields }) => type.placeOf?.(fields, told)));
      return `Added ${named(payloads)}${place ? ` ${place}` : ''}`;
    },
    isAnnounced: false,
    trash: null,
    label: `${noun} added`,
    added: ({ fields }) => fields,
  };

  const edit: Kind<Item, Edit> = {
    apply(item, { payload }) {
      const { base, fields } = payload;
      const merged = item ? mergeFields(base, fields, type.fieldsOf(item)).merged : fields;
      return type.itemOf(payload, merged, item);
    },
    invert: ({ itemKey, kind, payload }) => [
      { itemKey, kind, payload: { ...payload, base: payload.fields, fields: payload.base } },
    ],
    coalesce(blocked, next) {
      if (isKind(blocked, 'delete')) return next;
      if (!isKind(blocked, 'add', 'edit')) return 'queue';
      const before = blocked.payload as Add & Partial<Edit>;
      const { base, fields } = next.payload;
      // Only what the next one changed counts: the rest of its form may be older than what is blocked.
      const { merged, disputed } = mergeFields(base, fields, before.fields);
      // Another tab made it before it heard of the blocked one, whose words its person has not seen.
      const isUnseen = disputed.some(field => before.base?.[field] !== before.fields[field]);
      const others = withOthers(before, next.payload, isUnseen ? before : undefined);
      if (isKind(blocked, 'add'))
        return { ...next, kind: `${name}/add`, payload: { ...before, ...others, fields: merged } };
      return { ...next, payload: { ...next.payload, ...others, base: before.base!, fields: merged } };
    },
    send: sendBy('edit'),
    describe(payloads, told) {
      const move = shared(payloads.map(edited => type.moveOf?.(edited, told) ?? null));
      const back = told.isUndo ? ' back' : '';
      return move ? `Moved ${named(payloads)}${back} ${move}` : `Changed ${named(payloads)}${back}`;
    },
    isAnnounced: true,
    trash: null,
    label: `${noun} changed`,
  };

  const remove: Kind<Item, Delete> = {
    apply: (item, { status }) => (status === 'blocked' ? item : null),
    invert(inverted) {
      const { payload } = inverted;
      if (!payload.fields) return []; // stored by a version that did not note what was deleted
      return [change(inverted, 'restore', { ...type.targetOf(payload), ...deletedOf(payload) })];
    },
    coalesce(blocked, next) {
      if (isKind(blocked, 'add', 'restore')) return null;
      if (!isKind(blocked, 'edit')) return next;
      const edited = blocked.payload as Edit;
      return { ...next, payload: { ...next.payload, ...withOthers(edited, next.payload, edited) } };
    },
    send: sendBy('delete'),
    sendTogether: sendBy('deleteTogether'),
    describe: payloads => `Deleted ${named(payloads)}`,
    isAnnounced: true,
    trash: 'in',
    label: `${noun} deleted`,
  };

  const restore: Kind<Item, Restore> = {
    apply(item, { payload }) {
      if (item) return item;
      const beside = besideIn(payload);
      return withStored(type.sidecars, type.itemOf(payload, payload.fields, null), name => beside[name]);
    },
    invert: inverseIsDelete,
    coalesce: blocked => (isKind(blocked, 'delete') ? null : 'queue'),
    send: sendBy('restore'),
    sendTogether: sendBy('restoreTogether'),
    describe: payloads => `Restored ${named(payloads)}`,
    isAnnounced: true,
    trash: 'out',
    label: `${noun} restored`,
  };

  /** Takes off what the person is told at a record (`others.ts`). */
  const dismiss: Kind<Item, T> = {
    ...besideKind<Item, T, T>(type, {
      name: 'others',
      member: 'fireId',
      stored: () => null,
      describe: () => 'Dismissed another version',
      label: `${noun} dismissed another version`,
    }),
    invert: () => [],
    isAnnounced: false,
    isDismissal: true,
  };

  return { add, edit, delete: remove, restore, dismiss };
}
