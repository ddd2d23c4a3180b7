// Puts the tests' data folders into memory if there is enough. A server answers a write once its disk has it; only a
// power cut would show the difference. The long run uses the disk. Load this before the first temporary folder is
// made.
const { mkdirSync, statfsSync } = require('node:fs');
const { join } = require('node:path');

const MEMORY = '/dev/shm';
/** Bytes; the tests need some hundred megabytes at a time. */
const ROOM = 2e9;

function roomIn(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

const isLong = process.env.TESTS === 'long' || process.env.STORIES === 'long';
if (!process.env.TMPDIR && !isLong && process.platform === 'linux' && roomIn(MEMORY) > ROOM) {
  const folder = join(MEMORY, `daywall-${process.getuid()}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  process.env.TMPDIR = folder;
}
