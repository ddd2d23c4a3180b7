import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { finish, jestCounts, playwrightCounts, runProcess, runSteps } from '../../scripts/testing/steps.mjs';

const node = (code: string) => [process.execPath, '-e', code];
const good = node('process.exit(0)');
const bad = node('process.exit(3)');
const counts = (passed: number, failed: number) => async () => ({ passed, failed });

async function run(
  steps: Parameters<typeof runSteps>[0],
  options: { signal?: AbortSignal; minutes?: number } = {},
) {
  const lines: string[] = [];
  const sum = await runSteps(steps, { atOnce: 2, log: (line: string) => void lines.push(line), ...options });
  return { ...sum, lines };
}

/** Starts a step; `line` resolves with the first line that the process prints. */
function processThatSays(code: string, signal: AbortSignal, patience?: number) {
  let said: (line: string) => void;
  const line = new Promise<string>(resolve => (said = resolve));
  const end = runProcess(node(code), { signal, patience, onLine: (text: string) => said(text) });
  return { line, end };
}

const writeJson = async (value: unknown) => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'steps-')), 'report.json');
  await writeFile(file, JSON.stringify(value));
  return file;
};

test('Checks count one each, runners what they counted', async () => {
  const steps = [
    { name: 'types', command: good },
    { name: 'lint', command: bad },
    { name: 'unit', command: good, counts: counts(40, 0) },
  ];
  expect(await run(steps)).toMatchObject({ passed: 41, failed: 1 });
});

test('A runner that ends badly has failed, also when each test it counted passed', async () => {
  expect(await run([{ name: 'unit', command: bad, counts: counts(40, 0) }])).toMatchObject({
    passed: 40,
    failed: 1,
  });
  expect(await run([{ name: 'unit', command: bad, counts: counts(40, 2) }])).toMatchObject({
    passed: 40,
    failed: 2,
  });
});

test('A runner without a report, without tests or that does not exist has failed', async () => {
  const none = [{ name: 'unit', command: good, counts: jestCounts('/nowhere/report.json') }];
  expect(await run(none)).toMatchObject({ passed: 0, failed: 1 });
  expect(await run([{ name: 'unit', command: good, counts: counts(0, 0) }])).toMatchObject({
    passed: 0,
    failed: 1,
  });
  expect(await run([{ name: 'types', command: ['/nowhere/tsc'] }])).toMatchObject({ passed: 0, failed: 1 });
});

test('A step is not run, and counts as failed, when what it needs has failed', async () => {
  const { lines, ...sum } = await run([
    { name: 'build', command: bad },
    { name: 'stories', command: node('console.log("ran")'), after: ['build'], needs: ['build'] },
  ]);
  expect(sum).toMatchObject({ passed: 0, failed: 2 });
  expect(lines.join('\n')).toContain('stories: not run, build failed');
  expect(lines.join('\n')).not.toContain('stories │ ran');
});

test('A step that only waits for another runs also when that one failed', async () => {
  const steps = [
    { name: 'lint', command: bad },
    { name: 'unit', command: good, after: ['lint'], counts: counts(3, 0) },
  ];
  expect(await run(steps)).toMatchObject({ passed: 3, failed: 1 });
});

test('What the minutes do not reach is named, and counts neither way', async () => {
  // It may take longer than what is left.
  const slow = { name: 'long', command: good, after: ['unit'], minutes: 40, counts: counts(5, 0) };
  const steps = [{ name: 'unit', command: good, counts: counts(3, 0) }, slow];
  expect(await run(steps, { minutes: 0 })).toMatchObject({
    passed: 0,
    failed: 0,
    notReached: ['unit', 'long'],
  });
  expect(await run(steps, { minutes: 1 })).toMatchObject({ passed: 8, failed: 0, notReached: [] });
  const printed = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  finish({ passed: 3, failed: 0, notReached: ['unit', 'long'] }, new AbortController().signal);
  const lines = printed.mock.calls.flat();
  printed.mockRestore();
  expect(lines).toEqual(['NOT REACHED: unit', 'NOT REACHED: long', '3 passed, 0 failed']);
});

test('A stop ends a process and what it has started, and the rest is not run', async () => {
  const stop = new AbortController();
  const child = `require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })`;
  const { line, end } = processThatSays(
    `${child}; console.log('here'); setInterval(() => {}, 1000)`,
    stop.signal,
  );
  await line;
  stop.abort();
  expect(await end).toBe('ended by SIGINT');
  const rest = await run([{ name: 'unit', command: good, counts: counts(3, 0) }], { signal: stop.signal });
  expect(rest).toMatchObject({ passed: 0, failed: 1 });
});

test('A step that takes too long is ended, and has failed', async () => {
  const steps = [
    { name: 'unit', command: node('setInterval(() => {}, 1000)'), minutes: 0.001, counts: counts(9, 0) },
  ];
  const { lines, ...sum } = await run(steps);
  expect(sum).toMatchObject({ passed: 9, failed: 1 });
  expect(lines.join()).toContain('not ended after 0.001 minutes');
});

test('A process that ignores the signal is killed', async () => {
  const stop = new AbortController();
  const stubborn = `process.on('SIGINT', () => {}); console.log('here'); setInterval(() => {}, 1000)`;
  const { line, end } = processThatSays(stubborn, stop.signal, 10);
  await line;
  stop.abort();
  expect(await end).toBe('ended by SIGKILL');
});

test('Processes that a command leaves running are killed', async () => {
  // The grandchild holds the command's output open, so the step ends only after the grandchild is killed.
  const child = `require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })`;
  expect(await runProcess(node(`${child}; process.exit(0)`), { onLine: () => {} })).toBeNull();
});

test('Jest’s report counts a suite that did not start, and a test not run, as failed', async () => {
  const report = {
    numPassedTests: 7,
    numFailedTests: 1,
    numRuntimeErrorTestSuites: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [{ name: path.resolve('test/a.test.ts'), startTime: 1000, endTime: 3500 }],
  };
  expect(await jestCounts(await writeJson(report))()).toMatchObject({
    passed: 7,
    failed: 5,
    files: [{ name: 'test/a.test.ts', seconds: 2.5 }],
  });
});

const story = (duration: number) => ({
  tests: [{ status: 'expected', results: [{ duration }] }],
});

test('Playwright’s report counts outer errors, retried and skipped ones as failures', async () => {
  const report = {
    stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 1 },
    errors: [{ message: 'no stories' }],
    suites: [{ file: 'wall.story.ts', specs: [story(1500)], suites: [{ specs: [story(500)] }] }],
  };
  expect(await playwrightCounts(await writeJson(report))()).toMatchObject({
    passed: 5,
    failed: 4,
    files: [{ name: 'wall.story.ts', seconds: 2 }],
  });
});
