import { statfs } from 'node:fs/promises';

/** The part of a disk that is left free for compactions, accounts and logs, and its most in bytes. */
const [KEPT, MOST_KEPT] = [1 / 20, 256e6];
const INTERVAL_MS = 1_000;

/** Bytes of a disk of that size that are not for what people store. */
export const keptFree = (diskBytes: number): number => Math.min(diskBytes * KEPT, MOST_KEPT);

/** Bytes by which what people store may still grow on the disk of a folder; negative when less is free than is kept. */
export async function roomOnDisk(folder: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return bavail * bsize - keptFree(blocks * bsize);
}

/** Looks at the room on a disk once a second. A disk that does not tell has as much as it had. */
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
