import { execFileSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');
const list = (...args: string[]) =>
  execFileSync(process.execPath, ['scripts/testing/testLong.mjs', '--list', ...args], {
    cwd: root,
    encoding: 'utf8',
  });

test('The long run says its seed, and the same seed gives the same steps', () => {
  const [head, ...steps] = list('--seed=7').trim().split('\n');
  expect(head).toBe('seed 7; again: npm run test:long -- --seed=7');
  expect(list('--seed=7').trim().split('\n').slice(1)).toEqual(steps);
  expect(list('--seed=8').trim().split('\n').slice(1)).not.toEqual(steps);
});

test('The long run has properties, kills and chaos, with seeds and limits of time', () => {
  const steps = list('--seed=7').trim().split('\n').slice(1);
  const named = (kind: string) => steps.filter(step => step.startsWith(`${kind} `));
  expect(named('properties')).toHaveLength(5);
  expect(named('properties')[1]).toContain('PROPERTY_SEED=8');
  expect(named('properties')[0]).toContain(path.join('test', 'lib', 'buckets.test.ts'));
  expect(named('crash')).toHaveLength(1);
  expect(named('stories')[0]).toContain('STORIES=long');
  expect(named('unit')[0]).toContain('test:unit:long');
  expect(named('chaos').map(step => /--seed=(\d+)/.exec(step)![1])).toEqual(['7', '8', '9']);
  for (const step of steps) expect(step).toMatch(/, \d+ minutes at most: /);
});
