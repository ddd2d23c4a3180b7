import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type BrowserContext } from 'playwright-core';
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
      // A page that has just crashed would never answer.
      const session = await context.newCDPSession(await context.newPage());
      const ended = new Promise(done => context.once('close', done));
      session.send('Browser.crash').catch(() => undefined);
      await ended;
    },
    async close() {
      await current?.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
