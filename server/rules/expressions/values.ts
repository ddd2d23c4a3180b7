import type { Expression } from 'acorn';
import type { Auth, Json, QueryView } from '../../lib/types';
import type { Fail } from './source';
import { deny } from './deny';
import { MapValue, Snapshot } from './snapshot';

/** Whatever an expression can be while it runs. */
export type Value = Json | Snapshot | MapValue | NonNullable<Auth> | QueryView;

/** The question to a rule: who, when, which place. The keys of the place are what `$wildcards` stand for. */
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

/** An expression that is ready to run, and the types that its value can have: a set of the bits of `Type`. */
export interface Typed {
  types: number;
  run: Run;
}

/** A typed expression at its place in the rule's text. */
export type Operand = Typed & { start: number };

/** Compiles an expression inside the one at hand. */
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

/** Says a set of types in words, for people who read why their rules were refused. */
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
 * The operand as one of `types`: refused at load when it can never be one, checked while it runs when it might not be,
 * free when it always is.
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
