import { parseExpressionAt, tokenizer, type Expression, type Options } from 'acorn';

/** Rules that can't be used: the message names the file, the place, the rule's path and the reason. */
export class RulesError extends Error {
  override name = 'RulesError';
}

/** Says no to what stands at `index`; never returns. */
export type Fail = (index: number, reason: string) => never;

/** A `Fail` for one rule of one file. It is told places in the file's text and says them as line:column. */
export function failIn(fileName: string, text: string, path: readonly string[]): Fail {
  return (index, reason) => {
    const lines = text.slice(0, index).split('\n');
    const place = `${lines.length}:${lines.at(-1)!.length + 1}`;
    throw new RulesError(`${fileName}:${place} /${path.join('/')}: ${reason}`);
  };
}

/** Brackets are kept, or an expression would seem to end before its last one. */
const grammar: Options = { ecmaVersion: 2020, sourceType: 'module', preserveParens: true };

/** Parses the text as one expression and nothing after it; what is no expression goes to `fail`. */
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
