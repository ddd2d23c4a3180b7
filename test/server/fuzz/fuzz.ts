/**
 * Random and grammar-aware input to every interface of a real server with a small heap. The canary's data is compared
 * after each round; every few rounds, and at the end, the server is restarted and all data are compared.
 */
import { fuzzFrames, fuzzSockets } from './sockets';
import { fuzzIdentity, fuzzTokens } from './tokens';
import { fuzzRest, fuzzWire } from './rest';
import { check, contentOf, count, renewAttackers, startTarget, type Target } from './target';

export interface FuzzPlan {
  seed: number;
  /** Seconds during which new rounds begin, at least one; a round takes some seconds. */
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
];
const roundsPerStart = 3;

/** Runs whole rounds until the time is over. Round `n` of seed `s` equals the first round of seed `s + n`. */
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
  return { rounds, counts: target.counts, findings };
}

/** Runs all attacks, one after the other if the seed is even, at once if it is odd. */
async function round(target: Target, seed: number): Promise<void> {
  await renewAttackers(target, seed);
  const groups = seed % 2 === 0 ? attacks.map(attack => [attack]) : [attacks];
  for (const group of groups) {
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

/** Restarts the server after a normal end or a kill, and compares all readable data. */
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
