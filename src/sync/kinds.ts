import type { Day } from '../lib/days/days';
import type { Saga } from '../lib/effects';
import type { DatabaseService } from '../services/database';
import type { Clock, Random } from '../services/device';
import type { Change, NewOperation, Operation, Outcome } from './operations';
import { trimmed } from '../lib/text/visible';

/** The services that senders receive. */
export type SendServices = { database: DatabaseService; clock: Clock; random: Random };

/** The operation that replaces both, null when they cancel each other out, or `queue` when the next one must wait. */
export type Coalesced = NewOperation | null | 'queue';

/**
 * The context of a description: the local day, whether the change is an undo, and whether it stands in a list of changes,
 * where it names its item.
 */
export type DescribeContext = { today: Day; isUndo: boolean; isListed?: true };

/** The rest of an undo or redo (null: nothing), and whether some of it was left out because of a later change. */
export type Rebased = { change: Change | null; stays?: boolean };

/**
 * Everything about one kind of change. `Item` is the displayed item that it changes, `Payload` the stored data of the
 * operation. A kind that lacks a part does not compile.
 */
export interface Kind<Item, Payload> {
  /** The item after the change, or null when there is none: the optimistic view. */
  apply(item: Item | null, operation: Operation<string, Payload>): Item | null;
  /** The changes that undo it, in order; none when it cannot be undone. */
  invert(change: Change<string, Payload>): Change[];
  /** An undo or redo without what was changed since on the current item (undefined: deleted). */
  rebase(change: Change<string, Payload>, now: Item | undefined): Rebased;
  /** How the operation is combined with a blocked one of the same item. */
  coalesce(blocked: NewOperation, next: NewOperation<string, Payload>): Coalesced;
  /** Sends it. Throws a `ServiceFailure`; all except `refused` are retried. */
  send(services: SendServices, operation: Operation<string, Payload>): Saga<Outcome>;
  /** True if its sender only writes by `apply`: operations of one step on different items are then sent together. */
  isJoined?: true;
  /**
   * Describes the change: `Changed “Milk”`, `“Milk” done`. Several changes of this kind in one step are described by
   * their count: `3 tasks done`.
   */
  describe(payloads: readonly [Payload, ...Payload[]], context: DescribeContext): string;
  /** The names of the changed items: `“Milk”`, `3 tasks`. */
  named?(payloads: readonly Payload[]): string;
  /** Whether a toast is shown; not where the change is visible anyway. An operation can also request one itself. */
  isAnnounced: boolean;
  /** Its description covers all earlier changes of the same item in the step. */
  saysAll?: true;
  /** Whether it moves its item into or out of the trash. */
  trash: 'in' | 'out' | null;
  /** A label without the item's name: `Task changed`. A label that depends on the payload is logged with the operation. */
  label: string | ((payload?: Payload) => string);
  /** Whether it removes the record's notice. */
  isDismissal?: true;
  /** The stored fields of the record that it adds. */
  added?(payload: Payload): unknown;
  /** The step by which a series continues; null if it reverts one. */
  step?(payload: Payload): unknown;
}

// oxlint-disable-next-line typescript/no-explicit-any -- kinds of all items and payloads, by name
export type Kinds = Record<string, Kind<any, any>>;
/** Undefined for other kinds, such as those of a newer version of the app. */
export const kindIn = (kinds: Kinds, { kind }: { kind: string }): Kinds[string] | undefined =>
  Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
type PayloadOf<K> = K extends Kind<infer _Item, infer Payload> ? Payload : never;
/** The operations of a set of kinds, as a union discriminated by `kind`. */
export type OperationOf<K extends Kinds> = {
  [Name in keyof K & string]: Operation<Name, PayloadOf<K[Name]>>;
}[keyof K & string];
export type ChangeOf<K extends Kinds> = {
  [Name in keyof K & string]: Change<Name, PayloadOf<K[Name]>>;
}[keyof K & string];

const LONGEST_TITLE_CHARACTERS = 40;

/** The names of a step's items: `“Milk”`, `3 tasks`, or `1 task` when the title is blank or unknown. */
export function nameItems(titles: readonly (string | undefined)[], noun: string): string {
  const title = titles.length === 1 ? trimmed(titles[0] ?? '') : '';
  if (!title) return `${titles.length} ${noun}${titles.length === 1 ? '' : 's'}`;
  return `“${title.length > LONGEST_TITLE_CHARACTERS ? `${title.slice(0, LONGEST_TITLE_CHARACTERS)}…` : title}”`;
}
