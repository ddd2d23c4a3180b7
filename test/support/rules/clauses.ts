/**
 * A part of a rules expression, and its replacement that removes its effect: it then allows everything, or nothing
 * more.
 */
type Clause = { start: number; end: number; without: 'true' | 'false' };

/** The code characters of an expression; those of strings and patterns are blanked. */
const codeOf = (expression: string) =>
  expression.replace(/'(?:[^'\\]|\\.)*'|(?<=matches\()\/(?:[^/\\]|\\.)*\//g, text => '_'.repeat(text.length));

/** The positions of an operator outside of parentheses. */
function placesOf(code: string, start: number, end: number, operator: string): number[] {
  const places: number[] = [];
  for (let at = start, depth = 0; at < end; at++) {
    if (code[at] === '(' || code[at] === '[') depth += 1;
    else if (code[at] === ')' || code[at] === ']') depth -= 1;
    else if (depth === 0 && code.startsWith(operator, at)) places.push(at);
  }
  return places;
}

function clausesIn(code: string, from: number, to: number): Clause[] {
  let [start, end] = [from, to];
  while (code[start] === ' ') start += 1;
  while (code[end - 1] === ' ') end -= 1;
  const [question] = placesOf(code, start, end, ' ? ');
  if (question !== undefined) {
    const colon = placesOf(code, question, end, ' : ')[0]!;
    return [
      { start, end: question, without: 'true' },
      { start, end: question, without: 'false' },
      ...clausesIn(code, question + 3, colon),
      ...clausesIn(code, colon + 3, end),
    ];
  }
  for (const [operator, without] of [
    ['||', 'false'],
    ['&&', 'true'],
  ] as const) {
    const places = placesOf(code, start, end, operator);
    if (places.length === 0) continue;
    const starts = [start, ...places.map(place => place + 2)];
    const parts = starts.map((first, at) => ({ first, last: places[at] ?? end }));
    const isUsed = parts.some(({ first, last }) =>
      /newData\.val\(\)(\.| [<>%])/.test(code.slice(first, last)),
    );
    return parts.flatMap(({ first, last }) => {
      // Such a check has no effect of its own: the rule refuses other values anyway.
      if (isUsed && /^ ?newData\.is(String|Number)\(\) ?$/.test(code.slice(first, last))) return [];
      return [{ start: first, end: last, without }, ...clausesIn(code, first, last)];
    });
  }
  // A group in parentheses, or its opposite.
  const inner = code[start] === '!' && code[start + 1] === '(' ? start + 1 : start;
  return code[inner] === '(' && code[end - 1] === ')' ? clausesIn(code, inner + 1, end - 1) : [];
}

/** The condition of a write: a text, or `false`. */
const EXPRESSION = /("\.validate": )("(?:[^"\\]|\\.)*"|false)/g;

/** Each text of the rules with the effect of one clause removed, with that clause and its line. */
export function* withoutClauses(rules: string): Generator<{ name: string; text: string }> {
  for (const { 1: head = '', 2: written = '', index } of rules.matchAll(EXPRESSION)) {
    const expression = String(JSON.parse(written));
    const at = index + head.length;
    const line = rules.slice(0, index).split('\n').length;
    const whole = { start: 0, end: expression.length, without: 'true' } as const;
    for (const { start, end, without } of [whole, ...clausesIn(codeOf(expression), 0, expression.length)]) {
      const mutant = `${expression.slice(0, start)} ${without} ${expression.slice(end)}`;
      const name = `line ${line}, ${without}: ${expression.slice(start, end).trim()}`;
      yield { name, text: rules.slice(0, at) + JSON.stringify(mutant) + rules.slice(at + written.length) };
    }
  }
}
