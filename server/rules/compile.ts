import type { Rules } from '../lib/types';
import { rulesOf } from './access';
import { parseJson } from './json';
import { failIn } from './expressions/source';
import { compileTree } from './tree';

export { RulesError } from './expressions/source';

/** Compiles a rules file. Throws a `RulesError` at the first error; the compiled rules never throw. */
export function compileRules(text: string, fileName: string): Rules {
  const fail = failIn(fileName, text, []);
  const file = parseJson(text, fail);
  if (file.type !== 'object') return fail(file.start, 'expected {"rules": {…}}');
  for (const [name, { keyStart }] of file.members) {
    if (name !== 'rules') return fail(keyStart, `unknown member ${JSON.stringify(name)} beside "rules"`);
  }
  const rules = file.members.get('rules') ?? fail(file.start, 'expected {"rules": {…}}');
  return rulesOf(compileTree(rules, fileName, text));
}
