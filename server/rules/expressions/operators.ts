import type { BinaryExpression, LogicalExpression } from 'acorn';
import { MapValue, sameTree } from './snapshot';
import { deny } from './deny';
import type { Fail } from './source';
import { anyValue, as, Type, typeNames, type Operand, type Run, type Typed, type Value } from './values';

/** A rule cannot build a longer string than the database can store. */
export const MAX_STRING_CHARACTERS = 10_000_000;

const ordered = Type.number | Type.string;
const comparable = anyValue | Type.auth | Type.claims;

/** `&&` and `||`: the right side is evaluated only when it decides. */
export function logical(
  operator: LogicalExpression['operator'],
  left: Operand,
  right: Operand,
  fail: Fail,
): Typed {
  const a = as<boolean>(left, Type.boolean, fail);
  const b = as<boolean>(right, Type.boolean, fail);
  if (operator === '&&') return { types: Type.boolean, run: scope => a(scope) && b(scope) };
  if (operator === '||') return { types: Type.boolean, run: scope => a(scope) || b(scope) };
  return fail(left.start, `unknown operator "${operator}"`);
}

export function binary(
  operator: BinaryExpression['operator'],
  left: Operand,
  right: Operand,
  fail: Fail,
): Typed {
  if (operator === '+') return plus(left, right, fail);
  if (Object.hasOwn(arithmetic, operator)) {
    const compute = arithmetic[operator as keyof typeof arithmetic];
    const a = as<number>(left, Type.number, fail);
    const b = as<number>(right, Type.number, fail);
    return { types: Type.number, run: scope => compute(a(scope), b(scope)) };
  }
  if (Object.hasOwn(orders, operator))
    return order(orders[operator as keyof typeof orders], left, right, fail);
  if (operator === '==' || operator === '===') return equality(left, right, fail);
  if (operator === '!=' || operator === '!==') {
    const equal = equality(left, right, fail).run;
    return { types: Type.boolean, run: scope => !equal(scope) };
  }
  return fail(left.start, `unknown operator "${operator}"`);
}

const arithmetic = {
  '-': (a: number, b: number) => a - b,
  '*': (a: number, b: number) => a * b,
  '/': (a: number, b: number) => a / b,
  '%': (a: number, b: number) => a % b,
};

const orders = {
  '<': (a: Value, b: Value) => a! < b!,
  '<=': (a: Value, b: Value) => a! <= b!,
  '>': (a: Value, b: Value) => a! > b!,
  '>=': (a: Value, b: Value) => a! >= b!,
};

/** Adds two numbers; concatenates when one side is a string. */
function plus(left: Operand, right: Operand, fail: Fail): Typed {
  const a = as<number | string>(left, ordered, fail);
  const b = as<number | string>(right, ordered, fail);
  const sides = [left.types & ordered, right.types & ordered];
  const joins = sides.includes(Type.string);
  const adds = sides.every(types => types === Type.number);
  return {
    types: joins ? Type.string : adds ? Type.number : ordered,
    run: scope => {
      const x = a(scope);
      const y = b(scope);
      if (typeof x === 'number' && typeof y === 'number') return x + y;
      const joined = `${x}${y}`;
      return joined.length <= MAX_STRING_CHARACTERS ? joined : deny();
    },
  };
}

/** Compares numbers with numbers and strings with strings; anything else denies. */
function order(compare: (a: Value, b: Value) => boolean, left: Operand, right: Operand, fail: Fail): Typed {
  const a = as(left, ordered, fail);
  const b = as(right, ordered, fail);
  if (!(left.types & right.types & ordered)) fail(right.start, differ(left, right));
  const run: Run = scope => {
    const x = a(scope);
    const y = b(scope);
    return typeof x === typeof y ? compare(x, y) : deny();
  };
  return { types: Type.boolean, run };
}

/** `==` means `===`. Anything may be compared with `null`; comparing two other types that can never be equal is an error. */
function equality(left: Operand, right: Operand, fail: Fail): Typed {
  const a = as(left, comparable, fail);
  const b = as(right, comparable, fail);
  const withNull = left.types === Type.null || right.types === Type.null;
  if (!withNull && !(left.types & right.types)) fail(right.start, differ(left, right));
  return { types: Type.boolean, run: scope => equal(a(scope), b(scope)) };
}

function equal(a: Value, b: Value): boolean {
  return a instanceof MapValue && b instanceof MapValue ? sameTree(a.view, b.view) : a === b;
}

const differ = (left: Operand, right: Operand) =>
  `a ${typeNames(left.types)} is never a ${typeNames(right.types)}`;
