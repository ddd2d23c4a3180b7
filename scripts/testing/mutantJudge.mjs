// Stryker's test runner for `npm run mutants`: a file of tests counts as one test. Each mutant gets its own Jest, which
// runs the files that reach the mutant, fastest first, until one fails; servers that they start have the mutant, too.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PluginKind, commonTokens, declareClassPlugin } from '@stryker-mutator/api/plugin';
import { DryRunStatus, MutantRunStatus, TestStatus } from '@stryker-mutator/api/test-runner';

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const here = import.meta.dirname;

class Judge {
  static inject = [commonTokens.logger];

  constructor(log) {
    this.log = log;
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  /** Runs every file on the code as it is. A file that fails without a mutant is named, and judges none. */
  async dryRun({ timeout }) {
    const folder = await mkdtemp(path.join(tmpdir(), 'mutants-'));
    const reached = path.join(folder, 'reached');
    const { results } = await runJest([`--maxWorkers=${process.env.MUTANTS_AT_ONCE ?? 2}`], timeout, {
      MUTANTS_REACHED: reached,
      NODE_OPTIONS: `--require ${path.join(here, 'reachedMutants.cjs')}`,
    });
    const ids = new Map();
    for (const { name, status, startTime, endTime, message } of results) {
      // Sorts by time, because a mutant's files are told by their ids alone.
      if (status === 'passed') ids.set(name, `${String(endTime - startTime).padStart(8, '0')} ${name}`);
      else this.log.warn(`fails without a mutant: ${name}\n${message}`);
    }
    const mutantCoverage = { static: {}, perTest: {} };
    for (const line of (await readFile(reached, 'utf8')).split('\n').filter(Boolean)) {
      const { file, inTests, atLoad } = JSON.parse(line);
      Object.assign(mutantCoverage.static, atLoad);
      if (ids.has(file)) Object.assign((mutantCoverage.perTest[ids.get(file)] ??= {}), inTests);
    }
    await rm(folder, { recursive: true });
    const tests = [...ids.values()].map(id => ({
      id,
      name: id,
      timeSpentMs: Number(id.slice(0, 8)),
      status: TestStatus.Success,
    }));
    return { status: DryRunStatus.Complete, tests, mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, timeout }) {
    const files = testFilter.toSorted().map(id => id.slice(9));
    const sequencer = `--testSequencer=${path.join(here, 'inGivenOrder.cjs')}`;
    const { code, said } = await runJest(
      ['--runInBand', '--bail', sequencer, '--runTestsByPath', ...files],
      timeout - 5_000, // before Stryker ends this process, and leaves Jest alone
      { __STRYKER_ACTIVE_MUTANT__: activeMutant.id },
    );
    if (code === null) return { status: MutantRunStatus.Timeout };
    if (code === 0) return { status: MutantRunStatus.Survived, nrOfTests: files.length };
    const [, failed] = /^FAIL \w+ (\S+)/m.exec(said) ?? [];
    if (failed === undefined) return { status: MutantRunStatus.Error, errorMessage: said };
    const killedBy = testFilter.filter(id => id.endsWith(`/${failed}`));
    return { status: MutantRunStatus.Killed, killedBy, failureMessage: said, nrOfTests: files.length };
  }
}

/** Runs Jest in a group of processes, which is killed after `timeout` ms: the code is null then. `said` is its report. */
async function runJest(args, timeout, env) {
  const folder = await mkdtemp(path.join(tmpdir(), 'mutants-'));
  const output = path.join(folder, 'results.json');
  const config = [
    '--config',
    'scripts/testing/jestOfMutants.cjs',
    '--silent',
    '--json',
    '--outputFile',
    output,
  ];
  const child = spawn(process.execPath, [jest, ...config, ...args], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, NODE_ENV: 'test', FORCE_COLOR: '0', ...env },
  });
  const words = child.stderr.setEncoding('utf8').toArray();
  const timer = setTimeout(endGroup, timeout, child.pid);
  const [code] = await once(child, 'exit');
  clearTimeout(timer);
  endGroup(child.pid); // also servers that a test left
  const text = await readFile(output, 'utf8').catch(() => '{"testResults":[]}');
  await rm(folder, { recursive: true });
  return { code, said: (await words).join(''), results: JSON.parse(text).testResults };
}

function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'judge', Judge)];
