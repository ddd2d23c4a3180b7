import { ConfigError, readConfig } from '../server/settings/config';
import { readHashing } from '../server/auth/passwords/hashing';
import type { UserFile } from '../server/auth/userFiles';
import { ControlError } from '../server/storage/control';
import { StoreError } from '../server/storage/store';
import { ProtocolError, type Json } from '../server/lib/types';
import { performOnAccounts } from './lib/accounts';
import { FileError, readGiven, readGivenJson, refuseExisting, writeSecret } from './lib/secretFiles';

const usage = `npm run users                        lists everyone
npm run users -- disable EMAIL       takes the account away until it is enabled, and signs it out
npm run users -- enable EMAIL
npm run users -- delete EMAIL        keeps what the account stores; with --data that goes as well, damaged or not
npm run users -- sign-out EMAIL      signs out everywhere
npm run users -- quota EMAIL SIZE    how much it may store: 500KB, 20MB, 1.5GB, or default
npm run users -- invite              prints a link that makes one account, also while SIGN_UP is closed
npm run users -- reset EMAIL         prints a link that sets a new password
npm run users -- export FILE         writes everyone for \`firebase auth:import\`, and prints its options
npm run users -- import FILE HASHES  makes accounts of what \`firebase auth:export\` wrote; HASHES is a file with the
                                     project's password hash parameters, or --hash-algo=STANDARD_SCRYPT and so on`;

/** Writes a file for each password hash function in use: nearly always one. */
async function exportTo(file: string): Promise<void> {
  const files = (await performOnAccounts(
    readConfig(process.env),
    'users export',
    null,
  )) as unknown as UserFile[];
  const nameOf = (at: number) => (at === 0 ? file : file.replace(/(\.json)?$/, `-${at + 1}.json`));
  await refuseExisting(files.map((_, at) => nameOf(at)));
  for (const [at, { users, options }] of files.entries()) {
    const name = nameOf(at);
    await writeSecret(name, `${JSON.stringify({ users }, null, 2)}\n`);
    console.log(`Wrote ${users.length} users to ${name}, with their password hashes: keep it secret.`);
    console.log(`npx firebase-tools auth:import ${name} ${options} --project YOUR-PROJECT`);
  }
  if (files.length === 0) console.log('Nobody has an account yet.');
}

async function importFrom(file: string, rest: string[]): Promise<void> {
  const json = await readGivenJson(file);
  const users = json !== null && typeof json === 'object' && 'users' in json ? json.users : null;
  const hashing = readHashing(rest[0]!.startsWith('--') ? rest.join('\n') : await readGiven(rest[0]!));
  const args = { users, hashing } as unknown as Json;
  console.log(await performOnAccounts(readConfig(process.env), 'users import', args));
}

async function main([command = 'list', who, ...rest]: string[]): Promise<void> {
  if (command === 'export' && who && rest.length === 0) return exportTo(who);
  if (command === 'import' && who && rest.length > 0) return importFrom(who, rest);
  if (command === 'quota' && who && rest.length === 1)
    return console.log(
      await performOnAccounts(readConfig(process.env), 'users quota', { who, size: rest[0]! }),
    );
  if (command === 'delete' && who && rest.join(' ') === '--data')
    return console.log(await performOnAccounts(readConfig(process.env), 'users delete --data', who));
  const known = ['disable', 'enable', 'delete', 'sign-out', 'reset'].includes(command);
  const asked = ['list', 'invite'].includes(command)
    ? who === undefined
    : known && who !== undefined && rest.length === 0;
  if (!asked) throw new ControlError(usage);
  const answer = await performOnAccounts(readConfig(process.env), `users ${command}`, who ?? '');
  if (typeof answer === 'string') console.log(answer);
  else if (Array.isArray(answer) && answer.length > 0) console.table(answer);
  else console.log('Nobody has an account yet.');
}

main(process.argv.slice(2)).catch((error: Error) => {
  const expected = [ConfigError, ControlError, FileError, ProtocolError, StoreError].some(
    kind => error instanceof kind,
  );
  console.error(expected ? error.message : error);
  process.exitCode = 1;
});
