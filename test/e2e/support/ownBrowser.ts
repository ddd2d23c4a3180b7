import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type BrowserContext } from '@playwright/test';
import { findChromium } from '../../support/chromium.mjs';

/** A browser with a profile on disk that outlives it. */
export interface OwnBrowser {
  context: BrowserContext;
  /** Kills all its processes at once, like a power cut. */
  kill9(): Promise<void>;
}

/** Makes a folder for one test, deleted by `remove`. */
export function openFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'daywall-browser-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Starts a browser on a profile. */
export async function openOwnBrowser(profile: string): Promise<OwnBrowser> {
  const found = await findChromium();
  const context = await chromium.launchPersistentContext(profile, {
    ...found,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  return {
    context,
    async kill9() {
      const closed = new Promise<void>(resolve => context.once('close', () => resolve()));
      for (const pid of processesOf(profile)) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // it ended with its parent
        }
      }
      await closed;
    },
  };
}

/** The processes with this profile, the main process first. */
function processesOf(profile: string): number[] {
  const argument = `--user-data-dir=${profile}`;
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(pid => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(argument);
      } catch {
        return false; // the process has ended
      }
    })
    .map(Number);
}
