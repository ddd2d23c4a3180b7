import type { Expression } from 'acorn';
import type { Auth, Json, QueryView } from '../../lib/types';
import type { Fail } from './source';
import { deny } from './deny';
import { MapValue, Snapshot } from './snapshot';

/** The value of an expression at run time. */
export type Value = Json | Snapshot | MapValue | NonNullable<Auth> | QueryView;

/** The context of an evaluation: user, time, and place. `$wildcards` have the values of the place's keys. */
export interface Scope {
  readonly auth: Auth;
  readonly now: number;
  readonly root: Snapshot;
  readonly query: QueryView;
  readonly keys: readonly string[];
  data: Snapshot;
  newData: Snapshot;
}

export type Run<T = Value> = (scope: Scope) => T;

/** A compiled expression, and the possible types of its value: a set of the bits of `Type`. */
export interface Typed {
  types: number;
  run: Run;
}

/** A typed expression with its position in the rule's text. */
export type Operand = Typed & { start: number };

/** Compiles a sub-expression of the current one. */
export type Inner = (node: Expression) => Operand;

export const Type = {
  null: 1,
  boolean: 2,
  number: 4,
  string: 8,
  map: 16,
  snapshot: 32,
  auth: 64,
  claims: 128,
  query: 256,
} as const;

const primitives = Type.null | Type.boolean | Type.number | Type.string;
export const anyValue = primitives | Type.map;
export const anyClaim = primitives | Type.claims;

/** Describes a set of types in error messages. */
export function typeNames(types: number): string {
  const names = Object.entries(Type).filter(([, bit]) => types & bit);
  return names.map(([name]) => name).join(' or ');
}

function typeOf(value: Value): number {
  if (value === null) return Type.null;
  if (typeof value !== 'object') return Type[typeof value as 'boolean' | 'number' | 'string'];
  if (value instanceof Snapshot) return Type.snapshot;
  return value instanceof MapValue ? Type.map : Type.auth | Type.claims | Type.query;
}

/**
 * Restricts the operand to `types`: refused when loading if it can never have one of them, checked at run time if it
 * may not, unchecked if it always has.
 */
export function as<T extends Value>(operand: Operand, types: number, fail: Fail): Run<T> {
  if (!(operand.types & types)) {
    fail(operand.start, `expected ${typeNames(types)}, found ${typeNames(operand.types)}`);
  }
  const { run } = operand;
  if (!(operand.types & ~types)) return run as Run<T>;
  return scope => {
    const value = run(scope);
    return typeOf(value) & types ? (value as T) : deny();
  };
}
