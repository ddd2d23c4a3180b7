import { compileRules } from '../../../../server/rules/compile';
import { withoutClauses } from '../../../support/rules/clauses';
import { times } from '../../../support/long';
import { asked, source } from '../../../support/rules/productRules';
import { mayWrite } from '../../../support/rules/rules';
// The imported rows run once more here; then each is evaluated with a clause of the rules removed.
import '../product.test';
import './bounds.test';
import './moves.test';
import './repeats.test';

/** In `npm test` one clause out of ten is removed; the long run removes each. */
const EVERY = times(10, 1);

test('Each clause of the rules is needed: without it a row has another answer', () => {
  const isSeen = (text: string) => {
    const rules = compileRules(text, 'database.rules.json');
    return asked.some(({ writes, given, isAllowed }) => mayWrite(rules, writes, given) !== isAllowed);
  };
  const taken = [...withoutClauses(source)].filter((_, at) => at % EVERY === 0);
  const unseen = taken.filter(({ text }) => !isSeen(text)).map(({ name }) => name);
  expect(unseen).toEqual([]);
});
