import type { Saga } from '../../../lib/effects';
import { mergeFields, yielding } from '../../../lib/text/mergeLines';
import { besideRecords } from '../../../services/databasePaths';
import { nameItems, type Kind, type SendServices } from '../../kinds';
import { isReversal, type Change, type Operation, type Outcome } from '../../operations';
import {
  deletedNow,
  type Addition,
  type Deleted,
  type Deletion,
  type Edited,
  type RecordType,
  type Target,
  type WithOthers,
} from '../recordType';
import { recordSenders } from '../senders/recordSenders';
import { sidecarKind } from './sidecarKind';
import { stillHas, withStored } from '../sidecars';

/** The versions kept by either operation, and the one that both would lose. */
function withOthers<Fields>(
  blocked: WithOthers<Fields>,
  next: WithOthers<Fields>,
  left?: { fields: Fields },
): WithOthers<Fields> {
  const others = [...(blocked.others ?? []), ...(next.others ?? []), ...(left ? [left.fields] : [])];
  return others.length > 0 ? { others } : {};
}

/** The common value of all; undefined when they differ. */
const shared = <Value>([first, ...others]: readonly Value[]): Value | undefined =>
  others.every(other => other === first) ? first : undefined;

const deletedOf = <Fields>({ fields, beside }: Deleted<Fields>) => ({
  fields,
  ...(beside && { beside }),
});

/** The item of a payload's fields and sidecars. */
const itemWith = <Item extends Fields, Fields extends object, T extends Target>(
  type: RecordType<Item, Fields, T>,
  payload: T & Deleted<Fields>,
): Item =>
  withStored(type.sidecars, type.itemOf(payload, payload.fields, null), name => payload.beside?.[name]);

/** The parts shared by several kinds of a record. */
function partsOf<Item extends Fields, Fields extends object, T extends Target>(
  type: RecordType<Item, Fields, T>,
) {
  const { name } = type;
  const noun = `${name[0]!.toUpperCase()}${name.slice(1)}`;
  const named = (payloads: readonly { fields?: Fields }[]) =>
    nameItems(
      payloads.map(({ fields }) => fields && type.titleOf(fields)),
      name,
    );
  const change = (like: Change, kind: string, payload: unknown): Change => ({
    itemKey: like.itemKey,
    kind: `${name}/${kind}`,
    payload,
  });
  const fireIdOf = (now: Item, payload: T) =>
    payload.fireId ?? (now as unknown as { fireId?: string | null }).fireId ?? null;
  return {
    type,
    noun,
    named,
    change,
    isKind: ({ kind }: { kind: string }, ...names: string[]) =>
      names.some(other => kind === `${name}/${other}`),
    /** A kind and its sender, which treats fields by name. */
    kind: <Payload extends { fields?: Fields }>(
      sender: 'add' | 'edit' | 'delete' | 'restore',
      done: string,
      own: Omit<Kind<Item, Payload>, 'send' | 'named' | 'label'> &
        Partial<Pick<Kind<Item, Payload>, 'label'>>,
    ): Kind<Item, Payload> => ({
      label: `${noun} ${done}`,
      ...own,
      *send(services: SendServices, operation: Operation): Saga<Outcome> {
        return yield* recordSenders[sender]({
          services,
          type: type as never,
          operation: operation as Operation<string, never>,
        });
      },
      named,
    }),
    inverseIsDelete: (inverted: Change<string, T & Deleted<Fields>>): Change[] => [
      change(inverted, 'delete', { ...type.targetOf(inverted.payload), ...deletedOf(inverted.payload) }),
    ],
    /** A deletion of the item as it is now. */
    deletion(deletion: Change<string, T & Deleted<Fields>>, now: Item): Change {
      const { payload } = deletion;
      const target = { ...type.targetOf(payload), fireId: fireIdOf(now, payload) };
      return { ...deletion, payload: { ...target, ...deletedNow(type, now) } };
    },
    /** Whether an item is as it was added or deleted; its place does not count. */
    isUntouched: ({ fields, beside }: Deleted<Fields>, now: Item) =>
      type.sameFields(fields, now) &&
      besideRecords[type.list].every(
        ({ name, isReadFirst }) =>
          !isReadFirst || stillHas(type.sidecars[name]!, now, beside?.[name] ?? null),
      ),
  };
}
type Parts<Item extends Fields, Fields extends object, T extends Target> = ReturnType<
  typeof partsOf<Item, Fields, T>
>;

function addKind<Item extends Fields, Fields extends object, T extends Target>(
  parts: Parts<Item, Fields, T>,
) {
  const { type, named } = parts;
  return parts.kind<T & Addition<Fields>>('add', 'added', {
    apply: (item, { payload }) => item ?? itemWith(type, payload),
    invert: parts.inverseIsDelete,
    rebase: change => ({ change }),
    coalesce: () => 'queue',
    describe(payloads, context) {
      // Of several records, what lies beside each is its own.
      const hasBeside = payloads.length === 1;
      const added = payloads.map(({ fields, beside }) => ({ fields, ...(hasBeside && { beside }) }));
      const place = shared(added.map(addition => type.placeOf?.(addition, context)));
      return `Added ${named(payloads)}${place ? ` ${place}` : ''}`;
    },
    isAnnounced: false,
    trash: null,
    added: ({ fields }) => fields,
  });
}

function editKind<Item extends Fields, Fields extends object, T extends Target>(
  parts: Parts<Item, Fields, T>,
) {
  const { type, noun, isKind, named } = parts;
  return parts.kind<T & Edited<Fields>>('edit', 'changed', {
    apply(item, operation) {
      const { payload } = operation;
      if (!item) return isReversal(operation) ? item : type.itemOf(payload, payload.fields, item);
      const { base, fields } = type.stillMeant?.(payload, item) ?? payload;
      const theirs = type.fieldsOf(item);
      const result = mergeFields(base, fields, theirs);
      return type.itemOf(payload, isReversal(operation) ? yielding(result, theirs) : result.merged, item);
    },
    invert: ({ itemKey, kind, payload }) => [
      { itemKey, kind, payload: { ...payload, base: payload.fields, fields: payload.base } },
    ],
    rebase(reversal, now) {
      if (!now) return { change: null, stays: true };
      const { payload } = reversal;
      const { base, fields } = type.stillMeant?.(payload, now) ?? payload;
      const theirs = type.fieldsOf(now);
      const result = type.sending.merge(base, fields, theirs);
      const rest = yielding(result, theirs);
      return {
        change: type.sameFields(rest, theirs)
          ? null
          : { ...reversal, payload: { ...payload, base: theirs, fields: rest } },
        stays: result.disputed.length > 0 || !type.sameFields(fields, payload.fields),
      };
    },
    coalesce(blocked, next) {
      if (isKind(blocked, 'delete')) return next;
      if (!isKind(blocked, 'add', 'edit')) return 'queue';
      const before = blocked.payload as T & Addition<Fields> & Partial<Edited<Fields>>;
      const { base, fields } = next.payload;
      // Only the fields that the next edit changed count: the rest of its form may be older than the blocked edit.
      const { merged, disputed } = mergeFields(base, fields, before.fields);
      // Another tab made it without knowing the blocked one, whose text its user has not seen.
      const isUnseen = disputed.some(field => before.base?.[field] !== before.fields[field]);
      const others = withOthers(before, next.payload, isUnseen ? before : undefined);
      if (isKind(blocked, 'add'))
        return { ...next, kind: blocked.kind, payload: { ...before, ...others, fields: merged } };
      const payload = { ...before, ...next.payload, ...others, base: before.base!, fields: merged };
      return { ...next, payload };
    },
    describe(payloads, context) {
      const [only] = payloads;
      const own = payloads.length === 1 ? type.namedEdit?.(only!, named(payloads)) : null;
      if (own) return own.words;
      const move = shared(payloads.map(edited => type.moveOf?.(edited, context) ?? null));
      const back = context.isUndo ? ' back' : '';
      return move ? `Moved ${named(payloads)}${back} ${move}` : `Changed ${named(payloads)}${back}`;
    },
    isAnnounced: true,
    trash: null,
    label: type.namedEdit
      ? payload => (payload && type.namedEdit!(payload, '')?.label) ?? `${noun} changed`
      : `${noun} changed`,
  });
}

function deleteKind<Item extends Fields, Fields extends object, T extends Target>(
  parts: Parts<Item, Fields, T>,
) {
  const { type, isKind, change } = parts;
  return parts.kind<T & Deletion<Fields>>('delete', 'deleted', {
    apply: (item, { status }) => (status === 'blocked' ? item : null),
    invert(inverted) {
      const { payload } = inverted;
      return [change(inverted, 'restore', { ...type.targetOf(payload), ...deletedOf(payload) })];
    },
    rebase(deletion, now) {
      if (!now) return { change: null };
      const isUntouched = parts.isUntouched(deletion.payload, now);
      return isUntouched ? { change: parts.deletion(deletion, now) } : { change: null, stays: true };
    },
    coalesce(blocked, next) {
      if (isKind(blocked, 'add', 'restore')) return null;
      if (!isKind(blocked, 'edit')) return next;
      const edited = blocked.payload as Edited<Fields>;
      return { ...next, payload: { ...next.payload, ...withOthers(edited, next.payload, edited) } };
    },
    isJoined: true,
    describe: payloads => `Deleted ${parts.named(payloads)}`,
    isAnnounced: true,
    trash: 'in',
  });
}

function restoreKind<Item extends Fields, Fields extends object, T extends Target>(
  parts: Parts<Item, Fields, T>,
) {
  const { type } = parts;
  return parts.kind<T & Deleted<Fields>>('restore', 'restored', {
    apply: (item, { payload }) => item ?? itemWith(type, payload),
    invert: parts.inverseIsDelete,
    // An untouched item may be there because its deletion was refused, which this takes back.
    rebase: (change, now) =>
      now && !parts.isUntouched(change.payload, now) ? { change: null, stays: true } : { change },
    coalesce: blocked => (parts.isKind(blocked, 'delete') ? null : 'queue'),
    isJoined: true,
    describe: payloads => `Restored ${parts.named(payloads)}`,
    isAnnounced: true,
    trash: 'out',
  });
}

/** The kinds of change common to all records; `dismiss` removes the record's notice (`others.ts`). */
export function recordKinds<Item extends Fields, Fields extends object, T extends Target>(
  type: RecordType<Item, Fields, T>,
) {
  const parts = partsOf(type);
  type Dismissal = T & { title?: string };
  const named = (payloads: readonly Dismissal[]) =>
    nameItems(
      payloads.map(({ title }) => title),
      type.name,
    );
  const dismiss: Kind<Item, Dismissal> = {
    ...sidecarKind<Item, T, Dismissal>(type, {
      name: 'others',
      member: 'fireId',
      stored: () => null,
      describe: payloads => `Dismissed another version of ${named(payloads)}`,
      named,
      label: `${parts.noun} dismissed another version`,
    }),
    invert: () => [],
    isAnnounced: false,
    isDismissal: true,
  };
  return {
    add: addKind(parts),
    edit: editKind(parts),
    delete: deleteKind(parts),
    restore: restoreKind(parts),
    dismiss,
  };
}
