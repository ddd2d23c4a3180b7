import type { ConditionalExpression, Expression, UnaryExpression } from 'acorn';
import { NotLoaded } from '../../lib/types';
import { compileCall } from './calls';
import { compileMember } from './members';
import { binary, logical } from './operators';
import { parseWhole, type Fail } from './source';
import { as, Type, type Inner, type Operand, type Run, type Typed } from './values';

/** Deeper expressions are refused when loading, so that evaluation never overflows the stack. */
const MAX_NESTING = 1000;

/** Parses and type-checks a rule once. The result returns true or false and never throws. */
export function compileExpression(
  text: string,
  variables: ReadonlyMap<string, Typed>,
  fail: Fail,
): Run<boolean> {
  const compile = (node: Expression, depth: number): Operand => {
    if (depth > MAX_NESTING) fail(node.start, 'nested too deeply');
    const inner: Inner = child => compile(child, depth + 1);
    return { ...compileSyntax(node, variables, inner, fail), start: node.start };
  };
  const run = as<boolean>(compile(parseWhole(text, fail), 1), Type.boolean, fail);
  return scope => {
    try {
      return run(scope);
    } catch (error) {
      if (error instanceof NotLoaded) throw error;
      return false;
    }
  };
}

/** The whole syntax of the language: an expression without a case here is refused. */
function compileSyntax(
  node: Expression,
  variables: ReadonlyMap<string, Typed>,
  inner: Inner,
  fail: Fail,
): Typed {
  switch (node.type) {
    case 'Literal':
      if (node.regex) return fail(node.start, 'a regular expression stands only in matches(…)');
      return literal(node.value) ?? fail(node.start, 'unknown literal');
    case 'ParenthesizedExpression':
      return inner(node.expression);
    case 'Identifier':
      return variables.get(node.name) ?? fail(node.start, `unknown variable "${node.name}"`);
    case 'MemberExpression':
      return compileMember(node, inner, fail);
    case 'CallExpression':
      return compileCall(node, inner, fail);
    case 'UnaryExpression':
      return unary(node, inner, fail);
    case 'BinaryExpression':
      return binary(node.operator, inner(node.left as Expression), inner(node.right), fail);
    case 'LogicalExpression':
      return logical(node.operator, inner(node.left), inner(node.right), fail);
    case 'ConditionalExpression':
      return conditional(node, inner, fail);
    default:
      return fail(node.start, `unknown syntax ${node.type}`);
  }
}

function literal(value: unknown): Typed | undefined {
  if (value === null) return { types: Type.null, run: () => null };
  if (typeof value === 'string') return { types: Type.string, run: () => value };
  if (typeof value === 'number') return { types: Type.number, run: () => value };
  return typeof value === 'boolean' ? { types: Type.boolean, run: () => value } : undefined;
}

function unary({ operator, argument, start }: UnaryExpression, inner: Inner, fail: Fail): Typed {
  if (operator === '!') {
    const run = as<boolean>(inner(argument), Type.boolean, fail);
    return { types: Type.boolean, run: scope => !run(scope) };
  }
  if (operator === '-') {
    const run = as<number>(inner(argument), Type.number, fail);
    return { types: Type.number, run: scope => -run(scope) };
  }
  return fail(start, `unknown operator "${operator}"`);
}

function conditional(node: ConditionalExpression, inner: Inner, fail: Fail): Typed {
  const test = as<boolean>(inner(node.test), Type.boolean, fail);
  const yes = inner(node.consequent);
  const no = inner(node.alternate);
  return { types: yes.types | no.types, run: scope => (test(scope) ? yes.run(scope) : no.run(scope)) };
}
