import { randomBytes } from 'node:crypto';
import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { StoreError } from '../../lib/errors';

type Holder = { token: string; host: string; pid: number };

/** The interval at which the holder renews the lease, and its expiry without renewal, in milliseconds. */
const BEAT_MS = 2_000;
const SILENCE_MS = 10_000;
const LOOK_MS = 500;

/**
 * Ensures that a single follower of a store writes into a target, by a file that names it. The file also identifies
 * the target: if it is missing, the folder or its disk was replaced.
 */
export class Lease {
  private beatAt = Date.now();

  private constructor(
    private readonly path: string,
    private readonly token: string,
  ) {}

  /** Acquires the lease when it is free or its holder is gone. Throws a `StoreError` otherwise. */
  static async take(folder: string, store: string): Promise<Lease> {
    const path = join(folder, `daywall-${store}.follower`);
    const holder = await readHolder(path);
    if (holder && !isGone(holder) && (await isHeld(path)))
      throw new StoreError(
        `Another follower writes into ${folder}: process ${holder.pid} of ${holder.host}. Stop it, or take another folder.`,
      );
    const token = randomBytes(8).toString('hex');
    const own: Holder = { token, host: hostname(), pid: process.pid };
    await writeFile(path, `${JSON.stringify(own)}\n`, { mode: 0o600 });
    return new Lease(path, token);
  }

  /** Throws a `StoreError` when the target no longer belongs to this follower. */
  async check(): Promise<void> {
    const holder = await readHolder(this.path);
    if (!holder) throw new StoreError(`The file ${this.path} is gone: is the disk mounted?`);
    if (holder.token !== this.token) throw new StoreError(`Another follower has taken ${this.path}.`);
    if (Date.now() - this.beatAt < BEAT_MS) return;
    this.beatAt = Date.now();
    await utimes(this.path, new Date(), new Date());
  }

  /** Creates a file beside the lease; removes it again if the folder was replaced meanwhile. */
  async make<T>(path: string, make: () => Promise<T>): Promise<T> {
    await this.check();
    const made = await make();
    await this.check().catch(async (error: unknown) => {
      await rm(path, { force: true });
      throw error;
    });
    return made;
  }

  async release(): Promise<void> {
    if ((await readHolder(this.path))?.token === this.token) await rm(this.path, { force: true });
  }
}

async function readHolder(path: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== undefined && code !== 'ENOENT')
      throw new StoreError(`The target can't be read: ${(error as Error).message}.`);
    return null;
  }
}

/** Whether the holder was a process of this machine that has ended, or an earlier start of this one. */
function isGone({ host, pid }: Holder): boolean {
  if (host !== hostname()) return false;
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** True when the holder renews the lease. */
async function isHeld(path: string): Promise<boolean> {
  const time = async () => (await stat(path).catch(() => null))?.mtimeMs;
  const before = await time();
  for (let waited = 0; waited < SILENCE_MS; waited += LOOK_MS) {
    await new Promise(done => setTimeout(done, LOOK_MS));
    if ((await time()) !== before) return true;
  }
  return false;
}
