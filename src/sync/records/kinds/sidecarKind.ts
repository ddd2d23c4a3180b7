import { call, type Saga } from '../../../lib/effects';
import type { Json, ListName } from '../../../services/database';
import type { Kind, SendServices } from '../../kinds';
import type { Operation, Outcome } from '../../operations';
import type { RecordSending, Target } from '../recordType';
import { sendSidecar } from '../senders/sidecarSender';
import { changedValue, stillHas, type Sidecars } from '../sidecars';

type Type<Item, T extends Target> = {
  list: ListName;
  sidecars: Sidecars<Item>;
  sending: Pick<RecordSending<never, T>, 'findKey'>;
};
type Config<Payload> = {
  /** The sidecar's name. */
  name: string;
  /** The member of the payload with the new value; `before` has the previous one. */
  member: keyof Payload & string;
  /** The stored form of a value; by default the value itself. */
  stored?(value: never): Json;
  /** The value to send, where it may have to be corrected at that time. */
  sent?(services: SendServices, operation: Operation<string, Payload>): Saga<Json>;
} & Pick<Kind<never, Payload>, 'describe' | 'label' | 'named'>;

/** A kind of change of a sidecar. When two devices change it, the last write wins. */
export function sidecarKind<Item, T extends Target, Payload extends T & { before?: unknown }>(
  type: Type<Item, T>,
  { name, member, stored = (value: Json) => value, sent, describe, named, label }: Config<Payload>,
): Kind<Item, Payload> {
  const sidecar = type.sidecars[name];
  const valueOf = (payload: Payload): Json => stored(payload[member] as never);
  type O = Operation<string, Payload>;
  function* send(services: SendServices, operation: O): Saga<Outcome> {
    const fireId = operation.payload.fireId ?? (yield* call(type.sending.findKey, services, operation));
    if (fireId === undefined) return { type: 'confirmed' };
    const value = sent ? yield* sent(services, operation) : valueOf(operation.payload);
    return yield* call(sendSidecar, services, operation, { list: type.list, name, fireId, value });
  }
  return {
    apply: (item, { payload }) =>
      item && sidecar ? sidecar.onto(item, changedValue(sidecar.of(item), valueOf(payload))) : item,
    invert: ({ itemKey, kind, payload }) => [
      { itemKey, kind, payload: { ...payload, [member]: payload.before, before: payload[member] } },
    ],
    rebase(change, now) {
      if (!now) return { change: null, stays: true };
      const { payload } = change;
      if (!sidecar || stillHas(sidecar, now, stored(payload.before as never))) return { change };
      return { change: null, stays: !stillHas(sidecar, now, valueOf(payload)) };
    },
    coalesce: () => 'queue',
    send,
    isJoined: true,
    describe,
    named,
    isAnnounced: true,
    trash: null,
    label,
  };
}
