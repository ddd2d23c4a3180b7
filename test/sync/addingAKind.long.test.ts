/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isLong } from '../support/long';

type Step = { file: string; where: string; words: string; code: string };

const readme = readFileSync('src/sync/README.md', 'utf8');
const recipe = readme.slice(readme.indexOf('## Adding a kind'));

/** The steps of the recipe: the file, the code, and the line or text before or after which it is inserted. */
function stepsOf(text: string): Step[] {
  const found = text.matchAll(
    /^In (?:`(?<file>[^`]+)`|the same file), (?<where>(?:before|behind) the (?:line|words)) `(?<words>[^`]+)`[^\n]*\n\n```\w+\n(?<code>[^]*?)```$/gm,
  );
  let file = '';
  return [...found].map(({ groups }) => {
    file = groups!['file'] ?? file;
    return { file, where: groups!['where']!, words: groups!['words']!, code: groups!['code']! };
  });
}

/** Inserts a step's code at its place, which must be unique in the file. */
function follow(tree: string, { file, where, words, code }: Step) {
  const path = join(tree, file);
  const text = readFileSync(path, 'utf8');
  expect({ file, words, times: text.split(words).length - 1 }).toEqual({ file, words, times: 1 });
  const start = text.indexOf(words);
  const at = {
    'before the words': start,
    'before the line': text.lastIndexOf('\n', start) + 1,
    'behind the line': text.indexOf('\n', start) + 1,
  }[where]!;
  const added = where.endsWith('words') ? `${code.trim()} ` : code;
  writeFileSync(path, text.slice(0, at) + added + text.slice(at));
}

/** Runs a tool of `node_modules` in a folder; throws its output if it fails. */
function run(tree: string, tool: string, ...args: string[]) {
  try {
    execFileSync(resolve('node_modules', tool), args, { cwd: tree, encoding: 'utf8', stdio: 'pipe' });
  } catch (failure) {
    const { stdout, stderr } = failure as { stdout: string; stderr: string };
    throw new Error(`${tool} ${args.join(' ')}:\n${stdout}\n${stderr}`, { cause: failure });
  }
}

let tree: string;
beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'daywall-kind-'));
  const files = ['src', 'server', 'shared', 'test/support', 'package.json', 'tsconfig.json'];
  for (const file of [...files, 'jest.config.cjs', 'database.rules.ts'])
    cpSync(file, join(tree, file), { recursive: true });
  symlinkSync(resolve('node_modules'), join(tree, 'node_modules'));
});
afterAll(() => rmSync(tree, { recursive: true }));

test('The recipe of a new kind is short, and its pin stays with its task', () => {
  const steps = stepsOf(recipe);
  const lines = steps.reduce((sum, { code }) => sum + code.trim().split('\n').length, 0);
  const files = new Set(steps.map(({ file }) => file)).size;
  expect({ lines: lines <= 60, files: files <= 6 }).toEqual({ lines: true, files: true });
  expect(recipe.match(/^```\w+$/gm)).toHaveLength(steps.length);
  for (const step of steps) follow(tree, step);
  writeFileSync(
    join(tree, 'tsconfig.src.json'),
    JSON.stringify({ extends: './tsconfig.json', include: ['src'], compilerOptions: { incremental: false } }),
  );
  run(tree, '.bin/tsx', 'database.rules.ts');
  if (isLong) run(tree, 'typescript/bin/tsc', '-p', 'tsconfig.src.json');
  cpSync('test/sync/fixtures/pin.test.ts.txt', join(tree, 'test/sync/pin.test.ts'));
  run(tree, '.bin/jest', '--runInBand', 'test/sync/pin.test.ts');
}, 240_000);
