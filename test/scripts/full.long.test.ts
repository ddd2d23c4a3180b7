import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');
const list = (...args: string[]) =>
  execFileSync(process.execPath, ['scripts/testing/full.mjs', '--list', ...args], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n');

test('The full run has each long file once, the server first and the stories last', () => {
  const steps = list();
  const kinds = steps.map(step => /^\w+/.exec(step)![0]);
  expect(kinds.slice(0, 2)).toEqual(['build', 'server']);
  expect(kinds.at(-1)).toBe('stories');
  const long = readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' }).filter(file =>
    /\.long\.test\.tsx?$/.test(file),
  );
  for (const file of long) expect(steps.filter(step => step.includes(file))).toHaveLength(1);
});

test('One kind can be run alone, on a build, and another seed draws all values anew', () => {
  expect(list('--only=chaos').map(step => step.split(':')[0])).toEqual(['build', 'chaos']);
  expect(list('--only=chaos', '--seed=7')[1]).toContain('--seed=7');
  const drawing = list('--only=properties', '--seed=7').join();
  expect(drawing).toContain('PROPERTY_SEED=7');
  expect(drawing).toContain(path.join('test', 'lib', 'buckets.test.ts'));
});
