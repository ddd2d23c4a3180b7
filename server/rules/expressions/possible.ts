import type { Expression } from 'acorn';
import { compileExpression } from './expression';
import { parseWhole, type Fail } from './source';
import type { Scope, Typed } from './values';

/**
 * The possible results of a `.write` rule when the new data is not known yet: false only when it would be false
 * whatever is written. `known` is how many keys of the place are known; `keys` of the scope holds those.
 */
export type Possible = (scope: Scope, known: number) => boolean;

/**
 * Compiles a `.write` rule, at `path` of the file, for the question that is asked before a body is read. The parts that
 * `&&` and `||` join are looked at alone, and those that need what is not known count as true.
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

/** How many keys of the place must be known for a variable to have a value: a wildcard's own, all of them for `data`. */
function keysNeeded(name: string, path: readonly string[]): number {
  if (name === 'data') return path.length;
  return name.startsWith('$') ? path.indexOf(name) + 1 : 0;
}

/** Every name in an expression; those of properties too, which does no harm. */
function namesIn(node: object): string[] {
  if ('type' in node && node.type === 'Identifier') return [(node as unknown as { name: string }).name];
  return Object.values(node).flatMap((part: unknown) =>
    typeof part === 'object' && part !== null ? namesIn(part) : [],
  );
}
