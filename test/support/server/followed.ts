/** A store with its control socket and a follower, all in this process, so that a test can end each of them. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveControl } from '../../../server/storage/control';
import { follow } from '../../../server/storage/follow/follower';
import type { FollowOptions } from '../../../server/storage/follow/follower';
import { Followers, type FollowerStatus } from '../../../server/storage/follow/followers';
import { openStore, type LocalStore, type StoreOptions } from '../../../server/storage/store';
import { runScript } from './command';

export interface Followed {
  readonly store: LocalStore;
  readonly followers: Followers;
  readonly folder: string;
  readonly target: string;
  /** The follower's messages, and its complaints. */
  readonly messages: string[];
  write(key: string, value: string | null): Promise<void>;
  /** Ends the server; `abruptly` without waiting for its followers. */
  stopServer(abruptly?: () => Promise<void>): Promise<void>;
  startServer(): Promise<void>;
  startFollower(): void;
  stopFollower(): Promise<void>;
  /** Resolves when everything can be restored. */
  caughtUp(): Promise<FollowerStatus>;
  /** Restores the target, and returns the content. */
  restored(...args: string[]): Promise<Record<string, string>>;
  end(): Promise<void>;
}

type Options = { store?: StoreOptions; follow?: Partial<FollowOptions> };

export async function startFollowed(options: Options = {}): Promise<Followed> {
  const folder = await mkdtemp(join(tmpdir(), 'daywall-follow-'));
  const target = join(folder, 'target');
  const dataDir = join(folder, 'data');
  await mkdir(target);
  const messages: string[] = [];
  let restores = 0;
  let store: LocalStore;
  let followers: Followers;
  let control: Awaited<ReturnType<typeof serveControl>> | null = null;
  let running: { stop: AbortController; ended: Promise<void> } | null = null;

  const startServer = async () => {
    store = await openStore(dataDir, options.store);
    followers = new Followers(store, options.store?.clock ?? Date.now, null);
    control = await serveControl(dataDir, { status: () => ({ storeId: store.id }) }, followers.handlers);
  };
  const stopServer = async (abruptly?: () => Promise<void>) => {
    await control?.close();
    await abruptly?.();
    if (control) await store.close();
    control = null;
  };
  const stopFollower = async () => {
    running?.stop.abort();
    await running?.ended;
    running = null;
  };
  const startFollower = () => {
    const stop = new AbortController();
    const say = (text: string) => void messages.push(text);
    const all = { dataDir, folder: target, keep: 2, say, complain: say, signal: stop.signal };
    running = { stop, ended: follow({ ...all, ...options.follow }) };
  };
  await startServer();

  return {
    get store() {
      return store;
    },
    get followers() {
      return followers;
    },
    folder,
    target,
    messages,
    write: (key, value) => store.section('a').commit([{ key, value }]),
    startServer,
    stopServer,
    startFollower,
    stopFollower,
    caughtUp: async () => {
      for (let tries = 0; ; tries += 1) {
        const status = followers.status().find(follower => follower.folder === target);
        if (status?.behindMs === 0 && status.isHere) return status;
        if (tries > 2_000) throw new Error(`not caught up: ${JSON.stringify(status)}, ${messages.join(' ')}`);
        await new Promise(done => setTimeout(done, 10));
      }
    },
    restored: async (...args) => {
      restores += 1;
      const place = join(folder, `restored-${restores}`);
      const ended = await runScript('scripts/restore.ts', {
        args: [target, ...args],
        env: { DATA_DIR: place },
      });
      if (ended.code !== 0) throw new Error(ended.stderr);
      messages.push(ended.stdout, ended.stderr);
      const opened = await openStore(place);
      const found: Record<string, string> = {};
      for await (const page of opened.section('a').pages())
        for (const [key, value] of page) found[key] = value;
      await opened.close();
      return found;
    },
    end: async () => {
      await stopFollower();
      await stopServer();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
