/** Attacks a server with little memory, one attack after the other, and checks that it still serves and restarts. */
import { execFileSync } from 'node:child_process';
import { signUp } from '../../support/clients/identity';
import { startServer, type TestServer } from '../../support/server/server';
import { attacksOf, type Target } from './attacks';

export type HostileResult = {
  /** For each attack, whether an honest client was served afterwards, and the process's memory in MB. */
  steps: { name: string; seconds: number; served: boolean; megabytes: number }[];
  /** Whether earlier data is there after a restart. */
  restarted: boolean;
  log: string;
};

export type HostilePlan = {
  heapMegabytes: number;
  size: number;
  /** Runs only the attacks whose name matches. */
  only?: RegExp;
  each?: (line: string) => void;
};

/** Owners may write any value: the server must endure it with every app's rules. */
const OWNER = 'auth.uid === $uid';
const RULES = { rules: { $uid: { '.read': OWNER, '.write': OWNER } } };

const note = { noteTitle: 'Milk', noteDescription: 'and bread' };

export async function runHostile({
  heapMegabytes,
  size,
  only = /./,
  each,
}: HostilePlan): Promise<HostileResult> {
  const server = await startServer({
    rules: RULES,
    env: { NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}`, PUSH: 'loopback' },
    dearPasswords: true,
  });
  try {
    const ann = await signUp(server.url, 'ann@example.com');
    const place = `${server.url}/${ann.localId}/notes`;
    const put = async (key: string) => {
      const url = `${place}/${key}.json?auth=${ann.idToken}`;
      return (await fetch(url, { method: 'PUT', body: JSON.stringify(note), ...patience() })).ok;
    };
    const kept = async () => {
      const answer = await fetch(`${place}/first.json?auth=${ann.idToken}`, patience());
      return JSON.stringify(await answer.json()) === JSON.stringify(sorted(note));
    };
    await put('first');
    const mallory = await signUp(server.url, 'mallory@example.com');
    const steps: HostileResult['steps'] = [];
    for (const attack of attacksOf(size).filter(({ name }) => only.test(name))) {
      const target: Target = { server, mallory, open: [] };
      const began = performance.now();
      await attack.run(target).catch((error: unknown) => each?.(`${attack.name} failed: ${String(error)}`));
      const served = (await kept().catch(() => false)) && (await put('more').catch(() => false));
      const megabytes = memoryOf(server);
      const seconds = Math.round((performance.now() - began) / 100) / 10;
      steps.push({ name: attack.name, seconds, served, megabytes });
      each?.(`${served ? 'serves' : 'DOES NOT SERVE'}  ${megabytes} MB  ${seconds} s  after ${attack.name}`);
      if (!served) return { steps, restarted: false, log: server.log() };
      for (const connection of target.open) await connection.close();
    }
    await server.restart();
    return { steps, restarted: await kept().catch(() => false), log: server.log() };
  } finally {
    await server.kill9();
    await server.stop();
  }
}

const patience = () => ({ signal: AbortSignal.timeout(20_000) });

const sorted = (record: Record<string, string>) => Object.fromEntries(Object.entries(record).sort());

/** The process's resident memory in MB, NaN if it has ended. */
function memoryOf({ pid }: TestServer): number {
  try {
    return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024);
  } catch {
    return NaN;
  }
}
