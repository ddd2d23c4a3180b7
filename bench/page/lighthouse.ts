/**
 * `LIGHTHOUSE=path/to/lighthouse npm run bench:lighthouse`: medians of Lighthouse (mobile) for the login page and
 * Today. It is no dependency (201 packages, 185 MB): install `lighthouse@12.8.2` in another folder.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { createUser, openDevice, signInByForm } from '../../test/e2e/support/people/people';
import { CHROMIUM_ARGS, findChromium } from '../../test/support/chromium.mjs';
import { medianOf, tableOf } from '../report';
import { keyOf, taskBody } from '../seed';
import { openStage } from './stage';

const RUNS = Number(process.env.RUNS ?? 5);
const PORT = 9333;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
/** The components of the performance score, in milliseconds; the shift has its own measure. */
const METRICS = {
  'first-contentful-paint': 'first paint',
  'largest-contentful-paint': 'largest paint',
  'speed-index': 'speed index',
  'total-blocking-time': 'blocked',
  'cumulative-layout-shift': 'shift',
};
type Metric = keyof typeof METRICS;
type Report = {
  categories: Record<(typeof CATEGORIES)[number], { score: number }>;
  audits: Record<Metric, { numericValue: number }>;
};

async function measure(lighthouse: string) {
  const stage = await openStage();
  const folder = mkdtempSync(path.join(tmpdir(), 'daywall-lighthouse-'));
  try {
    const user = await createUser(stage.server.url);
    const today = new Date().toLocaleDateString('sv');
    const tasks = Array.from({ length: 1000 }, (_, n) => [keyOf(n), taskBody(n, today)]);
    await openDevice(stage.server.url, user).patch('tasks', Object.fromEntries(tasks));
    const { executablePath, env } = await findChromium();
    // Lighthouse opens its pages in this profile, which is signed in for Today.
    const context = await chromium.launchPersistentContext(path.join(folder, 'profile'), {
      baseURL: stage.server.url,
      executablePath,
      args: [...CHROMIUM_ARGS, `--remote-debugging-port=${PORT}`],
      env: { ...process.env, ...env } as Record<string, string>,
    });
    const audit = async (at: string, ...keeps: string[]) => {
      const out = path.join(folder, 'report.json');
      const options = ['--quiet', '--output=json', `--output-path=${out}`, `--port=${PORT}`];
      const only = `--only-categories=${CATEGORIES.join(',')}`;
      const url = `${stage.server.url}${at}`;
      await promisify(execFile)(process.execPath, [lighthouse, url, ...options, only, ...keeps]);
      return JSON.parse(readFileSync(out, 'utf8')) as Report;
    };
    const rowOf = async (at: string, ...keeps: string[]) => {
      const reports: Report[] = [];
      while (reports.length < RUNS) reports.push(await audit(at, ...keeps));
      const median = (name: (typeof CATEGORIES)[number]) =>
        medianOf(reports.map(({ categories }) => categories[name].score));
      const measured = (name: string) =>
        medianOf(reports.map(({ audits }) => audits[name as Metric].numericValue)).toFixed(0);
      return [
        at,
        ...CATEGORIES.map(name => (100 * median(name)).toFixed(0)),
        ...Object.keys(METRICS).map(measured),
      ];
    };
    // The login page is measured on a first visit, Today with a session and a service worker.
    const rows = [await rowOf('/auth/login')];
    await signInByForm(await context.newPage(), user);
    rows.push(await rowOf('/tasks/today', '--disable-storage-reset'));
    console.log(tableOf(['', ...CATEGORIES, ...Object.values(METRICS)], rows));
    await context.close();
  } finally {
    await stage.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const { LIGHTHOUSE } = process.env;
if (LIGHTHOUSE) void measure(path.resolve(LIGHTHOUSE, 'cli/index.js'));
else console.error('Say where it is: LIGHTHOUSE=path/to/node_modules/lighthouse');
