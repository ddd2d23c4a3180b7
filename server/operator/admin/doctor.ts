import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Clock } from '../../lib/types';
import { PROGRAM_DIR } from '../../version';

/** A finding in the format of `npm run doctor -- --json`. */
export type Finding = { kind: 'fault' | 'advice' | 'fine'; text: string };
/** The doctor's findings, and their time in milliseconds. */
export type Examination = { at: number; findings: Finding[] };

/** Runs `npm run doctor` in a process of its own, so that it does not block this one. */
export interface Doctor {
  readonly last: Examination | null;
  /** A new examination, or the current one. Never rejects: an error becomes a finding. */
  examine(): Promise<Examination>;
}

const TIMEOUT_MS = 180_000;
const LONGEST_CHARACTERS = 1_000_000;

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
  // An absolute path, because the working directory may be another one.
  const loader = pathToFileURL(require.resolve('tsx')).href;
  const args = ['--import', loader, join(PROGRAM_DIR, 'scripts/doctor.ts'), '--json', '--within'];
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, args, {
      cwd: process.cwd(),
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
    });
    let [text, trouble] = ['', ''];
    child.stdout.on(
      'data',
      (chunk: Buffer) => (text += text.length < LONGEST_CHARACTERS ? chunk.toString() : ''),
    );
    child.stderr.on(
      'data',
      (chunk: Buffer) => (trouble += trouble.length < LONGEST_CHARACTERS ? chunk.toString() : ''),
    );
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
