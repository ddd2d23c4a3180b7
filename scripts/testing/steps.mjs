// Runs npm scripts in parallel where their order allows it, and reports the result of each.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';

/**
 * A step is an npm script, or any command. It begins when the steps of `after` have ended and those of `needs` (by
 * default the same) have passed; it is ended after `minutes`.
 */
/**
 * Without `counts` a step is one check.
 * @typedef {{ name: string, seconds: number }} Timed
 * @typedef {{ passed: number, failed: number, note?: string, files?: Timed[], failures?: string[] }} Counts
 * @typedef {{ name: string, command: string[], after?: string[], needs?: string[], minutes?: number, counts?: () => Promise<Counts> }} Step
 */

/**
 * Resolves with the sum of all steps, of which `atOnce` run side by side; never rejects for what a step does. Logs
 * the times, then failures.
 * @param {Step[]} steps
 * @param {{ atOnce: number, signal?: AbortSignal, log?: (line: string) => void }} options
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runSteps(steps, { atOnce, signal, log = console.log }) {
  const began = performance.now();
  const before = coreTimes();
  const outcomes = new Map();
  const running = new Map();
  const waiting = [...steps];
  while (waiting.length > 0 || running.size > 0) {
    for (const step of waiting.filter(({ after = [] }) => after.every(name => outcomes.has(name)))) {
      if (running.size >= atOnce) break;
      waiting.splice(waiting.indexOf(step), 1);
      running.set(step.name, runStep(step, outcomes, { signal, log }));
    }
    const { name, ...outcome } = await Promise.race(running.values());
    running.delete(name);
    outcomes.set(name, outcome);
    log(`${outcome.failed ? '✗' : '✓'} ${name}: ${outcome.note} (${outcome.seconds.toFixed(1)} s)`);
  }
  const after = coreTimes();
  const busy = (after.busy - before.busy) / (after.all - before.all || 1);
  for (const line of whereTimeWent(outcomes, (performance.now() - began) / 1000, busy)) log(line);
  for (const { name } of steps) {
    const { failed, note, failures } = outcomes.get(name);
    for (const failure of failures.length > 0 || !failed ? failures.slice(0, NAMED) : [note])
      log(`FAILED ${name}: ${failure}`);
  }
  const sum = field => [...outcomes.values()].reduce((total, outcome) => total + outcome[field], 0);
  return { passed: sum('passed'), failed: sum('failed') };
}

/** The maximum number of a step's files and failures that are listed. */
const SLOWEST = 12;
const NAMED = 30;

/** The milliseconds that the machine's cores together have worked, and have been there. */
function coreTimes() {
  const total = { busy: 0, all: 0 };
  for (const { times } of cpus()) {
    const all = Object.values(times).reduce((sum, part) => sum + part, 0);
    total.busy += all - times.idle;
    total.all += all;
  }
  return total;
}

function* whereTimeWent(outcomes, seconds, busy) {
  const rows = timed => [...timed].sort((a, b) => b.seconds - a.seconds);
  const row = ({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}`;
  yield `Where the time went (${seconds.toFixed(1)} s, cores ${Math.round(100 * busy)} % busy; a file's time is that of its worker):`;
  for (const step of rows([...outcomes].map(([name, outcome]) => ({ name, ...outcome })))) {
    yield row(step);
    for (const file of rows(step.files).slice(0, SLOWEST)) yield `  ${row(file)}`;
  }
}

async function runStep(
  { name, command, after = [], needs = after, minutes = 5, counts },
  outcomes,
  { signal, log },
) {
  const broken = needs.filter(need => outcomes.get(need).failed);
  const reason = signal?.aborted ? 'stopped' : broken.length > 0 ? `${broken.join(', ')} failed` : null;
  if (reason)
    return { name, passed: 0, failed: 1, seconds: 0, files: [], failures: [], note: `not run, ${reason}` };
  const started = performance.now();
  const timeout = AbortSignal.timeout(minutes * 60_000);
  const either = AbortSignal.any(signal ? [signal, timeout] : [timeout]);
  const end = await runProcess(command, { signal: either, onLine: line => log(`${name} │ ${line}`) });
  const crash = end && timeout.aborted ? `not ended after ${minutes} minutes` : end;
  const seconds = (performance.now() - started) / 1000;
  const counted = counts
    ? await counts().catch(error => ({ passed: 0, failed: 0, note: error.message }))
    : null;
  const { files = [], failures = [] } = counted ?? {};
  const result = { name, seconds, files, failures };
  if (!counted) return { ...result, passed: crash ? 0 : 1, failed: crash ? 1 : 0, note: crash ?? 'passed' };
  // A runner that exits with an error or without results has failed, whatever it counted.
  const failed = counted.failed || (crash || counted.passed === 0 ? 1 : 0);
  const note = [`${counted.passed} passed, ${failed} failed`, counted.note, crash].filter(Boolean).join('; ');
  return { ...result, passed: counted.passed, failed, note };
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
    if (!child.pid) return;
    try {
      process.kill(-child.pid, sign);
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
  try {
    const [code, killedBy] = await once(child, 'close');
    return code === 0 ? null : killedBy ? `ended by ${killedBy}` : `exit code ${code}`;
  } catch (error) {
    return error.message;
  } finally {
    signal?.removeEventListener('abort', stop);
    clearTimeout(last);
  }
}

/** Parses Jest's `--json`. A suite that did not start, and a test that did not run, count as failures. */
export const jestCounts = file => async () => {
  const result = JSON.parse(await readFile(file, 'utf8'));
  const notRun = result.numPendingTests + result.numTodoTests;
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + result.numRuntimeErrorTestSuites + notRun,
    note: notRun > 0 ? `${notRun} not run` : '',
    files: result.testResults.map(({ name, startTime, endTime }) => ({
      name: path.relative('', name),
      seconds: (endTime - startTime) / 1000,
    })),
    failures: result.testResults.flatMap(({ name, message, status, assertionResults = [] }) => {
      const failed = assertionResults.filter(test => test.status === 'failed');
      const titles = failed.map(test => `${test.fullName}: ${beginning(test.failureMessages)}`);
      const suite = status === 'failed' && failed.length === 0 ? [beginning([message])] : [];
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
    note: stats.skipped > 0 ? `${stats.skipped} not run` : '',
    files: suites.map(suite => ({ name: suite.file, seconds: storySeconds(suite) })),
    failures: [...errors.map(error => beginning([error.message])), ...suites.flatMap(failedStories)],
  };
};

function failedStories({ specs = [], suites = [] }) {
  const failed = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(test => test.status !== 'expected')
      .map(({ status, results }) => {
        const errors = results.flatMap(result => result.errors.map(error => error.message));
        return `${file}:${line}: ${title}: ${status}: ${beginning(errors)}`;
      }),
  );
  return [...failed, ...suites.flatMap(failedStories)];
}

/** The first of `messages`, without colours, on one line. */
const beginning = ([message = 'no message']) =>
  stripVTControlCharacters(message).replace(/\s+/g, ' ').slice(0, 300);

function storySeconds({ specs = [], suites = [] }) {
  const results = specs.flatMap(({ tests }) => tests.flatMap(test => test.results));
  const milliseconds = results.reduce((sum, { duration }) => sum + duration, 0);
  return suites.reduce((sum, suite) => sum + storySeconds(suite), milliseconds / 1000);
}

/** Parses `{ passed, failed, failures }`, written by the project's own runners. */
export const plainCounts = file => async () => JSON.parse(await readFile(file, 'utf8'));
