import { spawnSync } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import type { Machine } from './finding';

/** The machine of this process, or the container that limits it. */
export const thisMachine: Machine = {
  now: Date.now,
  isClockSet() {
    const args = ['show', '--property=NTPSynchronized', '--value'];
    const { stdout, status } = spawnSync('timedatectl', args, { encoding: 'utf8', timeout: 5_000 });
    return status === 0 ? stdout.trim() === 'yes' : null;
  },
  memory() {
    const limit = process.constrainedMemory() || Infinity;
    return limit < totalmem()
      ? { total: limit, available: Math.min(freemem(), process.availableMemory()) }
      : { total: totalmem(), available: freemem() };
  },
  async room(folder) {
    const { bavail, bsize, files, ffree } = await statfs(folder);
    return { bytes: bavail * bsize, files: files > 0 ? ffree : null };
  },
};
