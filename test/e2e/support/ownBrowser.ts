import {
  chmodSync,
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
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

/** Starts a browser on a profile; `executablePath` may be a script that starts it. */
export async function openOwnBrowser(profile: string, executablePath?: string): Promise<OwnBrowser> {
  const found = await findChromium();
  const context = await chromium.launchPersistentContext(profile, {
    ...found,
    executablePath: executablePath ?? found.executablePath,
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
export function processesOf(profile: string): number[] {
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

/**
 * Makes a script that starts the browser with a disk of so many megabytes at `profile`: a tmpfs in a mount namespace
 * that ends with the browser. `fill` writes until the disk is full, `free` deletes that again.
 */
export async function openSmallDisk(folder: string, megabytes: number) {
  const { executablePath } = await findChromium();
  const [profile, script] = [path.join(folder, 'profile'), path.join(folder, 'chromium.sh')];
  const mount = `mkdir -p '${profile}' && mount -t tmpfs -o size=${megabytes}m tmpfs '${profile}'`;
  // The browser is root in the namespace, and Chromium refuses its sandbox to root.
  const start = `exec unshare -Urm sh -c "${mount} && exec '${executablePath}' --no-sandbox \\"\\$@\\"" sh "$@"`;
  writeFileSync(script, `#!/bin/sh\n${start}\n`);
  chmodSync(script, 0o755);
  const filler = () => `/proc/${processesOf(profile)[0]}/root${profile}/filler`;
  return {
    profile,
    script,
    fill() {
      const file = openSync(filler(), 'a');
      try {
        for (let size = 2 ** 20; size >= 1; size /= 2) {
          try {
            for (;;) writeSync(file, Buffer.alloc(size));
          } catch (failure) {
            if ((failure as NodeJS.ErrnoException).code !== 'ENOSPC') throw failure;
          }
        }
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(filler()),
  };
}
