import type { Expression } from 'acorn';
import { compileExpression } from './expression';
import { parseWhole, type Fail } from './source';
import type { Scope, Typed } from './values';

/**
 * The result of a `.write` rule without the new data: false only when it would be false for any data. `known` is the
 * number of the place's keys that are known; the scope's `keys` are these.
 */
export type Possible = (scope: Scope, known: number) => boolean;

/**
 * Compiles a `.write` rule at `path` for the check before a body is read. The operands of `&&` and `||` are evaluated
 * separately, and those that need unknown data count as true.
 */
export function compilePossible(
  text: string,
  variables: ReadonlyMap<string, Typed>,
  path: readonly string[],
  fail: Fail,
): Possible {
  const compile = (node: Expression): Possible => {
    if (node.type === 'ParenthesizedExpression') return compile(node.expression);
    if (node.type === 'LogicalExpression') {
      const [left, right] = [compile(node.left), compile(node.right)];
      return node.operator === '&&'
        ? (scope, known) => left(scope, known) && right(scope, known)
        : (scope, known) => left(scope, known) || right(scope, known);
    }
    const names = namesIn(node);
    if (names.includes('newData')) return () => true;
    const needed = Math.max(...names.map(name => keysNeeded(name, path)), 0);
    const run = compileExpression(text.slice(node.start, node.end), variables, fail);
    return (scope, known) => needed > known || run(scope);
  };
  return compile(parseWhole(text, fail));
}

/** The number of known keys that a variable needs: up to its own for a wildcard, all for `data`. */
function keysNeeded(name: string, path: readonly string[]): number {
  if (name === 'data') return path.length;
  return name.startsWith('$') ? path.indexOf(name) + 1 : 0;
}

/** All names in an expression, including those of properties, which is harmless. */
function namesIn(node: object): string[] {
  if ('type' in node && node.type === 'Identifier') return [(node as unknown as { name: string }).name];
  return Object.values(node).flatMap((part: unknown) =>
    typeof part === 'object' && part !== null ? namesIn(part) : [],
  );
}
