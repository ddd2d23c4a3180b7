import { readFileSync } from 'node:fs';
import { rulesText } from '../../../../database.rules';

/** The longest condition that a reader takes in at once. */
const LONGEST = 400;
/**
 * Each is one alternative between many moves. RTDB validates a written place, those above and those below, never its
 * siblings: where `at` alone is written, only it and `$fireId` can hold conditions on it. A note's day is known only
 * at the note.
 */
const LONGER = ['ext/repeats/$fireId/at', 'ext/occurrences/$fireId/$day'];

test('database.rules.json is what `npm run rules` writes', () =>
  expect(readFileSync('database.rules.json', 'utf8')).toBe(rulesText));

test('No condition is longer than 400 characters, but those of repeats', () => {
  const longer: string[] = [];
  const look = (rules: object, path: string) => {
    for (const [name, rule] of Object.entries(rules) as [string, unknown][]) {
      if (typeof rule === 'string' && rule.length > LONGEST) longer.push(path);
      else if (rule !== null && typeof rule === 'object') look(rule, path ? `${path}/${name}` : name);
    }
  };
  look((JSON.parse(rulesText.replace(/^\/\/.*/, '')) as { rules: { $uid: object } }).rules.$uid, '');
  expect(longer).toEqual(LONGER);
});
