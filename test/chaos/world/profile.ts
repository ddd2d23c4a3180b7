import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium, type BrowserContext } from 'playwright-core';
import { attempt } from '../../../src/lib/attempt';
import { findChromium } from '../../support/chromium.mjs';

/** A browser process of its own with a profile on the disk. */
export interface Profile {
  /** The running browser, started when there is none. */
  context(): Promise<BrowserContext>;
  /** The running browser, if any; does not start one. */
  running(): BrowserContext | undefined;
  /** Kills the browser process like a crash: data not yet on the disk are lost. */
  kill(): Promise<void>;
  /** Closes the browser and removes the profile. */
  close(): Promise<void>;
}

const read = (pid: number, file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
/** A process: `Z` as its state means that it is over. */
async function processOf(pid: number) {
  const [state, , group] = (await read(pid, 'stat')).split(') ')[1]?.split(' ') ?? ['Z'];
  return { pid, state, group };
}

/** The processes of the browser with a profile: the process group of the one that was started with it. */
async function processesWith(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(pid => pid > 0);
  const all = await Promise.all(pids.map(processOf));
  const lines = await Promise.all(pids.map(pid => read(pid, 'cmdline')));
  const browser = all[lines.findIndex(line => line.includes(folder))];
  return all.filter(({ group }) => group !== undefined && group === browser?.group).map(({ pid }) => pid);
}

/** Opens a profile; `prepare` is applied to each browser before its first page. */
export async function openProfile(prepare: (context: BrowserContext) => Promise<void>): Promise<Profile> {
  const folder = await mkdtemp(path.join(tmpdir(), 'daywall-profile-'));
  let current: BrowserContext | undefined;
  let starting: Promise<BrowserContext> | undefined;

  async function start() {
    const context = await chromium.launchPersistentContext(folder, {
      ...(await findChromium()),
      viewport: { width: 1280, height: 800 },
      timezoneId: 'America/New_York',
      locale: 'en-GB',
      reducedMotion: 'reduce',
    });
    context.once('close', () => {
      if (current === context) current = undefined;
    });
    await prepare(context);
    current = context;
    return context;
  }

  return {
    running: () => current,
    async context() {
      if (current) return current;
      starting ??= start().finally(() => (starting = undefined)); // two tabs may start it at the same time
      return starting;
    },
    async kill() {
      const context = current;
      if (!context) return;
      const ended = new Promise(done => context.once('close', done));
      const killed = await processesWith(folder);
      for (const pid of killed) attempt(() => process.kill(pid, 'SIGKILL'));
      await ended;
      // Chromium opens no database that a dying process still has locked.
      while ((await Promise.all(killed.map(processOf))).some(({ state }) => state !== 'Z'))
        await setTimeout(20);
    },
    async close() {
      await current?.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
