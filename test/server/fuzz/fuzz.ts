/**
 * Random and grammar-aware input at every way in, against the real server under a small heap. After each round the
 * canary's data is compared; every few rounds, and at the end, the server is started again and everything is.
 */
import { rm } from 'node:fs/promises';
import { fuzzEndings } from './endings';
import { fuzzFiles } from './files';
import { fuzzFrames, fuzzSockets } from './sockets';
import { fuzzIdentity, fuzzTokens } from './tokens';
import { fuzzRest, fuzzWire } from './rest';
import { fuzzRestores } from './restores';
import { fuzzRules } from './rulesFiles';
import { check, contentOf, count, renewAttackers, startTarget, type Target } from './target';

export interface FuzzPlan {
  seed: number;
  /** How long rounds are begun; a round takes some seconds. At least one is done. */
  seconds: number;
  heapMegabytes: number;
  tell: (line: string) => void;
}

export interface FuzzResult {
  rounds: number;
  counts: Record<string, number>;
  findings: string[];
}

type Attack = readonly [name: string, run: (target: Target, seed: number) => Promise<void>];

const attacks: readonly Attack[] = [
  ['rest', fuzzRest],
  ['wire', fuzzWire],
  ['sockets', fuzzSockets],
  ['frames', fuzzFrames],
  ['tokens', fuzzTokens],
  ['identity', fuzzIdentity],
  ['files', fuzzFiles],
];
/** Other rules may let others write, a clock that moves ends tokens, and a backup is compared: one at a time. */
const alone: readonly Attack[] = [
  ['restores', fuzzRestores],
  ['rules', fuzzRules],
  ['endings', fuzzEndings],
];
const roundsPerStart = 3;

/** Runs whole rounds until the time is over. Round `n` of seed `s` is the first round of seed `s + n`. */
export async function runFuzz({ seed, seconds, heapMegabytes, tell }: FuzzPlan): Promise<FuzzResult> {
  const target = await startTarget(heapMegabytes);
  const end = Date.now() + seconds * 1_000;
  const findings: string[] = [];
  let rounds = 0;
  while (rounds === 0 || Date.now() < end) {
    await round(target, seed + rounds);
    rounds += 1;
    if (rounds % roundsPerStart === 0 || Date.now() >= end) await restart(target, seed + rounds);
    for (const finding of target.findings.splice(0)) {
      findings.push(finding);
      tell(`FINDING in the round of --seed ${seed + rounds - 1}: ${finding.slice(0, 4_000)}`);
    }
  }
  await target.server.stop();
  await rm(target.dist, { recursive: true });
  return { rounds, counts: target.counts, findings };
}

/** All attacks, one after the other when the seed is even, at once when it is odd. */
async function round(target: Target, seed: number): Promise<void> {
  await renewAttackers(target, seed);
  const groups = seed % 2 === 0 ? attacks.map(attack => [attack]) : [attacks];
  for (const group of [...groups, ...alone.map(attack => [attack])]) {
    await Promise.all(group.map(attack => perform(attack, target, seed)));
    await check(target, `after ${group.map(([name]) => name).join(', ')}`);
  }
}

async function perform([name, run]: Attack, target: Target, seed: number): Promise<void> {
  try {
    await run(target, seed);
  } catch (error) {
    target.findings.push(`${name}: ${String(error)}`);
  }
}

/** Starts the server again, by its own end or by a kill, and compares everything that can be read. */
async function restart(target: Target, seed: number): Promise<void> {
  try {
    const before = await contentOf(target);
    if (seed % 2 === 0) await target.server.kill9();
    await target.server.restart();
    count(target, 'starts');
    const after = await contentOf(target);
    for (const [path, text] of Object.entries(before))
      if (after[path] !== text)
        target.findings.push(`/${path} was ${text}, and is ${after[path]} after a start`);
  } catch (error) {
    target.findings.push(`the server does not start again: ${String(error)}`);
  }
  await check(target, 'after a start');
}
