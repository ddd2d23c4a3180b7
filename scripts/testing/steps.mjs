// Runs the steps of a test run, says how each ended, and counts. Used by test.mjs, full.mjs and nodes.mjs.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';

/** A step begins when those of `after` have ended and those of `needs` have passed. Without `counts` it is one check. */
/**
 * @typedef {{ passed: number, failed: number, files?: { name: string, seconds: number }[], failures?: string[] }} Counts
 * @typedef {{ name: string, command: string[], after?: string[], needs?: string[], minutes?: number, counts?: () => Promise<Counts> }} Step
 */

/** The maximum number of a step's slowest files and of its failures that are listed. */
const SLOWEST = 8;
const NAMED = 30;
/** How long a step that runs when the time is over may go on. */
const GRACE_MS = 5 * 60_000;

/**
 * Runs `atOnce` steps side by side. After `minutes` no step begins; `notReached` names those that are left. Never
 * rejects for what a step does.
 * @param {Step[]} steps
 * @param {{ atOnce: number, minutes?: number, signal?: AbortSignal, log?: (line: string) => void }} options
 */
export async function runSteps(steps, { atOnce, minutes = Infinity, signal, log = console.log }) {
  const end = performance.now() + minutes * 60_000;
  const outcomes = new Map();
  const running = new Map();
  const waiting = [...steps];
  while (waiting.length > 0 || running.size > 0) {
    if (performance.now() >= end) waiting.length = 0;
    for (const step of waiting.filter(({ after = [] }) => after.every(name => outcomes.has(name)))) {
      if (running.size >= atOnce) break;
      waiting.splice(waiting.indexOf(step), 1);
      running.set(step.name, runStep(step, outcomes, { end, signal, log }));
    }
    if (running.size === 0) break;
    const outcome = await Promise.race(running.values());
    running.delete(outcome.name);
    outcomes.set(outcome.name, outcome);
    log(`${outcome.failed ? '✗' : '✓'} ${outcome.name}: ${outcome.note} (${outcome.seconds.toFixed(1)} s)`);
  }
  const ended = [...outcomes.values()];
  for (const line of whereTimeWent(ended)) log(line);
  for (const { name, failed, note, failures } of ended)
    for (const failure of failures.length > 0 || !failed ? failures.slice(0, NAMED) : [note])
      log(`FAILED ${name}: ${failure}`);
  const sum = field => ended.reduce((total, outcome) => total + outcome[field], 0);
  const notReached = steps.map(({ name }) => name).filter(name => outcomes.get(name)?.isReached !== true);
  return { passed: sum('passed'), failed: sum('failed'), notReached };
}

function* whereTimeWent(ended) {
  const slowest = timed => timed.toSorted((a, b) => b.seconds - a.seconds);
  const row = ({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}`;
  yield 'Where the time went:';
  for (const step of slowest(ended)) {
    yield row(step);
    for (const file of slowest(step.files).slice(0, SLOWEST)) yield `  ${row(file)}`;
  }
}

async function runStep({ name, command, needs = [], minutes = 5, counts }, outcomes, { end, signal, log }) {
  const result = { name, passed: 0, failed: 0, seconds: 0, files: [], failures: [], isReached: true };
  const broken = needs.filter(need => outcomes.get(need)?.failed);
  if (signal?.aborted) return { ...result, failed: 1, note: 'not run, stopped' };
  if (broken.length > 0) return { ...result, failed: 1, note: `not run, ${broken.join(', ')} failed` };
  const started = performance.now();
  const left = end + GRACE_MS - started;
  const timeout = AbortSignal.timeout(Math.ceil(Math.min(minutes * 60_000, left)));
  const either = AbortSignal.any(signal ? [signal, timeout] : [timeout]);
  let crash = await runProcess(command, { signal: either, onLine: line => log(`${name} │ ${line}`) });
  result.seconds = (performance.now() - started) / 1000;
  if (crash && timeout.aborted) {
    if (left < minutes * 60_000) return { ...result, isReached: false, note: 'ended, the time is over' };
    crash = `not ended after ${minutes} minutes`;
  }
  if (!counts) return { ...result, [crash ? 'failed' : 'passed']: 1, note: crash ?? 'passed' };
  const counted = await counts().catch(error => ({ passed: 0, failed: 0, failures: [error.message] }));
  // A runner that exits with an error or without results has failed, whatever it counted.
  const failed = counted.failed || (crash || counted.passed === 0 ? 1 : 0);
  const note = [`${counted.passed} passed, ${failed} failed`, crash].filter(Boolean).join('; ');
  return { ...result, ...counted, failed, note };
}

/**
 * Resolves with null when the command succeeded, else with why not. An abort ends its whole process group, by force
 * when `patience` milliseconds were not enough.
 * @param {string[]} command
 * @param {{ signal?: AbortSignal, onLine: (line: string) => void, patience?: number }} options
 * @returns {Promise<string | null>}
 */
export async function runProcess([file, ...args], { signal, onLine, patience = 8_000 }) {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const kill = sign => {
    try {
      if (child.pid) process.kill(-child.pid, sign);
    } catch {
      // It has already ended.
    }
  };
  let last;
  const stop = () => {
    kill('SIGINT');
    last = setTimeout(kill, patience, 'SIGKILL');
  };
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop);
  child.once('exit', () => kill('SIGKILL')); // processes that the command left behind
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', onLine);
  return new Promise(resolve => {
    child.once('error', error => resolve(error.message));
    child.once('close', (code, killedBy) =>
      resolve(code === 0 ? null : killedBy ? `ended by ${killedBy}` : `exit code ${code}`),
    );
  }).finally(() => {
    signal?.removeEventListener('abort', stop);
    clearTimeout(last);
  });
}

/** The signals that end a run end its steps, too. */
export function abortOnSignals() {
  const stop = new AbortController();
  for (const sign of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(sign, () => stop.abort(sign));
  return stop.signal;
}

/** Prints the last line and sets the exit code. */
export function finish({ passed, failed, notReached }, signal) {
  for (const name of notReached) console.log(`NOT REACHED: ${name}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = signal.aborted ? 130 : failed > 0 ? 1 : 0;
}

/** Parses Jest's `--json`. A suite that did not start, and a test that did not run, count as failures. */
export const jestCounts = file => async () => {
  const result = JSON.parse(await readFile(file, 'utf8'));
  const notRun = result.numPendingTests + result.numTodoTests;
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + result.numRuntimeErrorTestSuites + notRun,
    files: result.testResults.map(({ name, startTime, endTime }) => ({
      name: path.relative('', name),
      seconds: (endTime - startTime) / 1000,
    })),
    failures: result.testResults.flatMap(({ name, message, status, assertionResults = [] }) => {
      const failed = assertionResults.filter(test => test.status === 'failed');
      const titles = failed.map(test => `${test.fullName}: ${inShort(test.failureMessages)}`);
      const suite = status === 'failed' && failed.length === 0 ? [inShort([message])] : [];
      return [...titles, ...suite].map(words => `${path.relative('', name)}: ${words}`);
    }),
  };
};

/** Parses Playwright's JSON report; a test that did not run, or passed only in a retry, counts as a failure. */
export const playwrightCounts = file => async () => {
  const { stats, errors, suites } = JSON.parse(await readFile(file, 'utf8'));
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
    files: suites.map(suite => ({ name: suite.file, seconds: storySeconds(suite) })),
    failures: [...errors.map(error => inShort([error.message])), ...suites.flatMap(failedStories)],
  };
};

function failedStories({ specs = [], suites = [] }) {
  const failed = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(test => test.status !== 'expected')
      .map(({ status, results }) => {
        const errors = results.flatMap(result => result.errors.map(error => error.message));
        return `${file}:${line}: ${title}: ${status}: ${inShort(errors)}`;
      }),
  );
  return [...failed, ...suites.flatMap(failedStories)];
}

/** The first of `messages`, without colours, on one line; of a long one its beginning and its end. */
function inShort([message = 'no message']) {
  const line = stripVTControlCharacters(message).replace(/\s+/g, ' ');
  return line.length <= 600 ? line : `${line.slice(0, 300)} … ${line.slice(-300)}`;
}

function storySeconds({ specs = [], suites = [] }) {
  const results = specs.flatMap(({ tests }) => tests.flatMap(test => test.results));
  const milliseconds = results.reduce((sum, { duration }) => sum + duration, 0);
  return suites.reduce((sum, suite) => sum + storySeconds(suite), milliseconds / 1000);
}

/** Parses `{ passed, failed, failures }`, written by the project's own runners. */
export const plainCounts = file => async () => JSON.parse(await readFile(file, 'utf8'));
