import { parseExpressionAt, tokenizer, type Expression, type Options } from 'acorn';

/** An error in the rules: its message has the file, the position, the rule's path and the reason. */
export class RulesError extends Error {
  override name = 'RulesError';
}

/** Reports an error at `index`; never returns. */
export type Fail = (index: number, reason: string) => never;

/** A `Fail` for a rule of a file, which converts indexes in the file's text to line:column. */
export function failIn(fileName: string, text: string, path: readonly string[]): Fail {
  return (index, reason) => {
    const lines = text.slice(0, index).split('\n');
    const place = `${lines.length}:${lines.at(-1)!.length + 1}`;
    throw new RulesError(`${fileName}:${place} /${path.join('/')}: ${reason}`);
  };
}

/** Parentheses are kept: without them an expression would seem to end before the last one. */
const grammar: Options = { ecmaVersion: 2020, sourceType: 'module', preserveParens: true };

/** Parses the text as a single expression; calls `fail` for anything else. */
export function parseWhole(text: string, fail: Fail, options: Partial<Options> = {}): Expression {
  try {
    const expression = parseExpressionAt(text, 0, { ...grammar, ...options });
    const rest = tokenizer(text.slice(expression.end), grammar).getToken();
    if (rest.type.label === 'eof') return expression;
    return fail(expression.end + rest.start, 'unexpected text after the end');
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { pos = 0 } = error as SyntaxError & { pos?: number };
    return fail(Math.min(pos, text.length), error.message.replace(/ \(\d+:\d+\)$/, ''));
  }
}
