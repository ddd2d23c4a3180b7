import type { Day } from '../lib/days/days';
import type { Saga } from '../lib/effects';
import type { DatabaseService } from '../services/database';
import type { Clock, Random } from '../services/device';
import type { Change, NewOperation, Operation, Outcome } from './operations';

/** The services that a sender gets. */
export type SendServices = { database: DatabaseService; clock: Clock; random: Random };

/** The operation that replaces both, null when they cancel each other out, or `queue`: the next one waits. */
export type Coalesced = NewOperation | null | 'queue';

/** Everything but the change that its description depends on: the local day, and whether it undoes another change. */
export type DescribeContext = { today: Day; isUndo: boolean };

/**
 * All that there is to say of one kind of change. `Item` is what a person sees changed, `Payload` what is stored with
 * the operation. A kind that lacks a part does not compile.
 */
export interface Kind<Item, Payload> {
  /** The item with the change on top, null when there is none (any more): the optimistic view. */
  apply(item: Item | null, operation: Operation<string, Payload>): Item | null;
  /** The changes that undo it, in order, over whatever has happened since; none when it cannot be undone. */
  invert(change: Change<string, Payload>, now: Item | undefined): Change[];
  /** Its fate behind a blocked operation of its item. */
  coalesce(blocked: NewOperation, next: NewOperation<string, Payload>): Coalesced;
  /** Sends it. Throws a `ServiceFailure`; all but `refused` are tried again. */
  send(services: SendServices, operation: Operation<string, Payload>): Saga<Outcome>;
  /** Its sender writes by `apply` alone: operations of one step, each of another item, are sent side by side. */
  isJoined?: true;
  /**
   * The change in words: `Changed “Milk”`, `“Milk” done`. Of several changes of this kind that are one step, their
   * count: `3 tasks done`.
   */
  describe(payloads: readonly [Payload, ...Payload[]], context: DescribeContext): string;
  /** The changed items in words: `“Milk”`, `3 tasks`. */
  named?(payloads: readonly Payload[]): string;
  /** Whether a toast says it: not where the person sees it anyway. An operation can ask for it by itself. */
  isAnnounced: boolean;
  /** Its words say what a change did to one item, whatever else of that was changed before. */
  saysAll?: true;
  /** Whether it moves its item into the trash, or out of it. */
  trash: 'in' | 'out' | null;
  /**
   * Its name without what it changes: `Task changed`. One that depends on the payload is logged with the operation; of an
   * operation that an earlier version logged the payload is not known.
   */
  label: string | ((payload?: Payload) => string);
  /** It removes the notice at the record. */
  isDismissal?: true;
  /** The fields of the record that it adds. */
  added?(payload: Payload): unknown;
  /** The step by which a series goes on; null where it takes one back. */
  step?(payload: Payload): unknown;
  /** It is one part of a change, and no change by itself. */
  isPart?: true;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- kinds of all items and payloads, by name
export type Kinds = Record<string, Kind<any, any>>;
/** Undefined for a kind that is none of these, such as one that only a newer version of the app knows. */
export const kindIn = (kinds: Kinds, { kind }: { kind: string }): Kinds[string] | undefined =>
  Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
type PayloadOf<K> = K extends Kind<infer _Item, infer Payload> ? Payload : never;
/** The operations of a set of kinds, as a union that `kind` tells apart. */
export type OperationOf<K extends Kinds> = {
  [Name in keyof K & string]: Operation<Name, PayloadOf<K[Name]>>;
}[keyof K & string];
export type ChangeOf<K extends Kinds> = {
  [Name in keyof K & string]: Change<Name, PayloadOf<K[Name]>>;
}[keyof K & string];

const LONGEST_TITLE = 40;

/** The items of one step: `“Milk”`, `3 tasks`, or `1 task` when its title is blank or not known. */
export function nameItems(titles: readonly (string | undefined)[], noun: string): string {
  const title = titles.length === 1 ? (titles[0] ?? '').trim() : '';
  if (!title) return `${titles.length} ${noun}${titles.length === 1 ? '' : 's'}`;
  return `“${title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE)}…` : title}”`;
}
