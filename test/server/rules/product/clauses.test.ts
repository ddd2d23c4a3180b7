import { compileRules } from '../../../../server/rules/compile';
import { withoutClauses } from '../../../support/rules/clauses';
import { times } from '../../../support/long';
import { asked, source } from '../../../support/rules/productRules';
import { mayWrite } from '../../../support/rules/rules';
// Their rows run here once more, and are asked again of the rules with each clause taken out.
import '../product.test';
import './bounds.test';
import './moves.test';
import './repeatedAdds.test';
import './repeats.test';

/** In `npm test` one of so many clauses is taken out; the long run takes out each. */
const EVERY = times(10, 1);
/** A repeat that is new has another rule than none: the clause says so in words. */
const SAID_TWICE = /^line \d+, false: !data\.exists\(\)$/;

test('Each clause of the rules is needed: without it a row has another answer', () => {
  const isSeen = (text: string) => {
    const rules = compileRules(text, 'database.rules.json');
    return asked.some(({ writes, given, isAllowed }) => mayWrite(rules, writes, given) !== isAllowed);
  };
  const taken = [...withoutClauses(source)].filter((_, at) => at % EVERY === 0);
  const unseen = taken.filter(({ text }) => !isSeen(text)).map(({ name }) => name);
  const [left = '', ...others] = unseen;
  expect(others).toEqual([]);
  expect(left).toMatch(unseen.length === 0 ? '' : SAID_TWICE);
});
