/**
 * `npm run doctor [-- --env FILE]`: reports in plain sentences what is wrong with this machine's server and how to fix
 * it, with exit code 1 if anything is. `--env` reads a service's settings; `--json` is for programs, `--within` for
 * the server's own `/admin`.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadEnvFile } from 'node:process';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../server/settings/config';
import type { Status } from '../server/status';
import { askControl, ServerNotRunning } from '../server/storage/control';
import { programVersion } from '../server/version';
import { checkCertificate } from './doctor/certificate';
import { checkBackups, checkData } from './doctor/data';
import { checkFollowers } from './doctor/follower';
import { fault, type Case, type Check, type Finding } from './doctor/finding';
import { checkMail } from './doctor/mail';
import { thisMachine } from './doctor/machine';
import { checkPort } from './doctor/network';
import { checkMachine, checkProgram } from './doctor/program';
import { checkProxy } from './doctor/proxy';

const program = resolve(__dirname, '..');
const checks: Check[] = [
  checkProgram,
  checkMachine,
  checkData,
  checkPort,
  checkProxy,
  checkCertificate,
  checkMail,
  checkBackups,
  checkFollowers,
];
const MARKS: Record<Finding['kind'], string> = { fault: '✗', advice: '!', fine: '✓' };

async function readCase(backups: string | undefined, isWithin: boolean): Promise<Case> {
  const config = readConfig(process.env);
  const ask: Case['ask'] = (command, args) => askControl(config.dataDir, command, args);
  const status = await ask('status').catch((error: Error) => {
    if (error instanceof ServerNotRunning) return null;
    if (!error.message.startsWith('Unknown command')) throw error;
    throw new ConfigError(
      `The server that runs on ${config.dataDir} is older than this program: restart it.`,
    );
  });
  return {
    config,
    program,
    version: programVersion(program),
    backups: backups === undefined ? config.backupDir : resolve(backups),
    status: status as Status | null,
    ask,
    machine: thisMachine,
    isWithin,
  };
}

async function examine(circumstances: Case): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of checks)
    findings.push(...(await check(circumstances).catch((error: Error) => [fault(error.message)])));
  return findings;
}

async function main(): Promise<void> {
  const options = {
    env: { type: 'string' },
    backups: { type: 'string' },
    json: { type: 'boolean' },
    within: { type: 'boolean', default: false },
  } as const;
  const { values } = parseArgs({ options });
  if (values.env !== undefined) {
    if (!existsSync(values.env)) throw new ConfigError(`There is no file ${values.env}.`);
    loadEnvFile(values.env);
  }
  const findings = await examine(await readCase(values.backups, values.within));
  if (values.json) return console.log(JSON.stringify(findings));
  for (const { kind, text } of findings) console.log(`${MARKS[kind]} ${text}`);
  const faults = findings.filter(({ kind }) => kind === 'fault').length;
  console.log(
    faults === 0 ? '\nNothing is wrong.' : `\n${faults} ${faults === 1 ? 'thing is' : 'things are'} wrong.`,
  );
  process.exitCode = faults > 0 ? 1 : 0;
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
