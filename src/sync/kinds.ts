import type { Saga } from '../lib/effects';
import type { Day } from '../lib/days';
import type { DatabaseService } from '../services/database';
import type { Clock, Random } from '../services/device';
import type { Change, NewOperation, Operation, Outcome } from './operations';

/** What a sender is handed. */
export type SendServices = { database: DatabaseService; clock: Clock; random: Random };

/**
 * All that there is to say of one kind of change. `Item` is what a person sees changed, `Payload` what is stored with
 * the operation. A kind that lacks a part does not compile.
 */
export interface Kind<Item, Payload> {
  /** The item with the change on top, null when there is none (any more): the optimistic view. */
  apply(item: Item | null, operation: Operation<string, Payload>): Item | null;
  /** The changes that undo it, in order, over whatever has happened since; none when it cannot be undone. */
  invert(change: Change<string, Payload>, now: Item | undefined): Change[];
  /**
   * What becomes of it when an operation of its item is blocked: one operation instead of both, null when they cancel
   * each other out, or `queue` when it waits behind.
   */
  coalesce(blocked: NewOperation, next: NewOperation<string, Payload>): NewOperation | null | 'queue';
  /** Sends it. Throws a `ServiceFailure`; all but `refused` are tried again. */
  send(services: SendServices, operation: Operation<string, Payload>): Saga<Outcome>;
  /** What was done, in words: a verb and a title, e.g. `Changed “Milk”`. Days are named as seen from `today`, if given. */
  describe(payload: Payload, today?: Day): string;
  /** Whether a toast says it: not where the person sees it anyway. An operation can ask for it by itself. */
  isAnnounced: boolean;
  /** Whether it moves its item into the trash, or out of it. */
  trash: 'in' | 'out' | null;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- kinds of all items and payloads, by name
export type Kinds = Record<string, Kind<any, any>>;
type PayloadOf<K> = K extends Kind<infer _Item, infer Payload> ? Payload : never;
/** The operations of a set of kinds, as a union that `kind` tells apart. */
export type OperationOf<K extends Kinds> = {
  [Name in keyof K & string]: Operation<Name, PayloadOf<K[Name]>>;
}[keyof K & string];
export type ChangeOf<K extends Kinds> = {
  [Name in keyof K & string]: Change<Name, PayloadOf<K[Name]>>;
}[keyof K & string];

const LONGEST_TITLE = 40;

/** `Changed “Milk”`; the verb alone for something without a title. */
export function describeTitle(verb: string, title = ''): string {
  const words = title.trim();
  if (!words) return verb;
  return `${verb} “${words.length > LONGEST_TITLE ? `${words.slice(0, LONGEST_TITLE)}…` : words}”`;
}
