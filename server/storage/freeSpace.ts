import { statfs } from 'node:fs/promises';

/** The fraction of a disk that is kept free for compactions, accounts and logs, and its maximum in bytes. */
const [KEPT_FRACTION, MOST_KEPT_BYTES] = [1 / 20, 256e6];
const INTERVAL_MS = 1_000;

/** The bytes of a disk of a given size that are not available for user data. */
const keptFree = (diskBytes: number): number => Math.min(diskBytes * KEPT_FRACTION, MOST_KEPT_BYTES);

/** The bytes by which user data may still grow on the folder's disk; negative when less than the reserve is free. */
async function roomOnDisk(folder: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return bavail * bsize - keptFree(blocks * bsize);
}

/** Reads the free space of a disk once a second. If that fails, the last value is kept. */
export async function watchRoom(folder: string): Promise<{ room(): number; close(): void }> {
  let room = await roomOnDisk(folder).catch(() => Infinity);
  let timer: NodeJS.Timeout;
  const later = () => {
    timer = setTimeout(() => void look(), INTERVAL_MS).unref();
  };
  const look = async () => {
    room = await roomOnDisk(folder).catch(() => room);
    later();
  };
  later();
  return { room: () => room, close: () => clearTimeout(timer) };
}
