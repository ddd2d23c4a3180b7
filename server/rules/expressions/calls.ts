import type { CallExpression, Expression, SpreadElement } from 'acorn';
import { isKey } from './keys';
import { memberName } from './members';
import { compilePattern, snapshotMethods, stringMethods, type Method, type Parameter } from './methods';
import type { Snapshot } from './snapshot';
import type { Fail } from './source';
import { as, Type, typeNames, type Inner, type Run, type Typed } from './values';

/** A method of a snapshot or a string, with the number and types of its arguments. */
export function compileCall(node: CallExpression, inner: Inner, fail: Fail): Typed {
  const { callee } = node;
  if (callee.type !== 'MemberExpression') return fail(node.start, 'only methods can be called');
  const self = inner(callee.object as Expression);
  const name = memberName(callee) ?? fail(callee.property.start, 'a method is called by its name');
  const snapshot = self.types & Type.snapshot ? snapshotMethods.get(name) : undefined;
  if (snapshot) return call(snapshot, as<Snapshot>(self, Type.snapshot, fail), node, inner, fail);
  const string = self.types & Type.string ? stringMethods.get(name) : undefined;
  if (string) return call(string, as<string>(self, Type.string, fail), node, inner, fail);
  return fail(callee.property.start, `a ${typeNames(self.types)} has no method "${name}"`);
}

function call<T>(method: Method<T>, self: Run<T>, node: CallExpression, inner: Inner, fail: Fail): Typed {
  const given = node.arguments;
  const { parameters } = method;
  const least = parameters.filter(parameter => parameter !== 'names').length;
  if (given.length > parameters.length || given.length < least) {
    fail(node.start, `takes ${countOf(least, parameters.length)}, found ${given.length}`);
  }
  const [first, second] = given.map((argument, i) => compileArgument(argument, parameters[i]!, inner, fail));
  const run: Run = scope => method.call(self(scope), first?.(scope) as never, second?.(scope) as never);
  return { types: method.returns, run };
}

const countOf = (least: number, most: number) =>
  `${least < most ? 'at most ' : ''}${most} argument${most === 1 ? '' : 's'}`;

function compileArgument(
  node: Expression | SpreadElement,
  parameter: Parameter,
  inner: Inner,
  fail: Fail,
): Run<unknown> {
  if (node.type === 'SpreadElement') return fail(node.start, 'unknown syntax SpreadElement');
  if (parameter === 'pattern') return compilePatternArgument(node, fail);
  if (parameter === 'names') return compileNames(node, inner, fail);
  if (
    parameter === 'path' &&
    node.type === 'Literal' &&
    typeof node.value === 'string' &&
    !isPath(node.value)
  ) {
    return fail(node.start, `"${node.value}" is no path`);
  }
  return as<string>(inner(node), Type.string, fail);
}

function compilePatternArgument(node: Expression, fail: Fail): Run<unknown> {
  if (node.type !== 'Literal' || !node.regex) {
    return fail(node.start, 'matches() takes a regular expression literal');
  }
  try {
    const pattern = compilePattern(node.regex.pattern, node.regex.flags);
    return () => pattern;
  } catch (error) {
    return fail(node.start, `bad regular expression: ${(error as Error).message}`);
  }
}

function compileNames(node: Expression, inner: Inner, fail: Fail): Run<string[]> {
  if (node.type !== 'ArrayExpression' || node.elements.length === 0) {
    return fail(node.start, 'hasChildren() takes a list of at least one name');
  }
  const names = node.elements.map(element =>
    element ? compileArgument(element, 'path', inner, fail) : fail(node.start, 'a name is missing'),
  );
  return scope => names.map(name => name(scope) as string);
}

/** A literal path in the rules is checked once, when loading. */
const isPath = (text: string) => text.replace(/^\//, '').split('/').every(isKey);
