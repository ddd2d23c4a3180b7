import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Clock } from '../../lib/types';
import { PROGRAM_DIR } from '../../version';

/** As `npm run doctor -- --json` prints it. */
export type Finding = { kind: 'fault' | 'advice' | 'fine'; text: string };
/** The doctor's findings, and their time in milliseconds. */
export type Examination = { at: number; findings: Finding[] };

/** Examines the server as `npm run doctor` does, in a process of its own, so that nothing here waits for it. */
export interface Doctor {
  readonly last: Examination | null;
  /** A new examination, or the one that is under way. Never rejects: what keeps it from ending is a finding. */
  examine(): Promise<Examination>;
}

const TIMEOUT_MS = 180_000;
const LONGEST = 1_000_000;

export function createDoctor(clock: Clock, ask: () => Promise<Finding[]> = runDoctor): Doctor {
  let last: Examination | null = null;
  let running: Promise<Examination> | null = null;
  const examine = async () => {
    const findings = await ask().catch((error: Error): Finding[] => [
      { kind: 'fault', text: `The doctor did not finish: ${error.message}` },
    ]);
    running = null;
    return (last = { at: clock(), findings });
  };
  return {
    get last() {
      return last;
    },
    examine: () => (running ??= examine()),
  };
}

function runDoctor(): Promise<Finding[]> {
  // By its own path: the working directory need not be the program's.
  const loader = pathToFileURL(require.resolve('tsx')).href;
  const args = ['--import', loader, join(PROGRAM_DIR, 'scripts/doctor.ts'), '--json', '--within'];
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, args, {
      cwd: process.cwd(),
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
    });
    let [text, trouble] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (text += text.length < LONGEST ? chunk.toString() : ''));
    child.stderr.on('data', (chunk: Buffer) => (trouble += trouble.length < LONGEST ? chunk.toString() : ''));
    child.once('error', failed);
    child.once('close', (code, signal) => {
      try {
        done(JSON.parse(text) as Finding[]);
      } catch {
        failed(new Error(trouble.trim().split('\n')[0] || `it ended with ${code ?? signal}.`));
      }
    });
  });
}
