import { randomBytes } from 'node:crypto';
import { userCommands } from '../server/auth/administration';
import { openAuth } from '../server/auth/state';
import { ConfigError, readConfig, urlHost, type Config } from '../server/config';
import { createLog } from '../server/log';
import { askControl, ControlError, ServerNotRunning } from '../server/storage/control';
import { openStore, StoreError } from '../server/storage/store';
import { ProtocolError, type Json } from '../server/types';

const usage = `npm run users                        lists everyone
npm run users -- disable EMAIL       takes the account away until it is enabled, and signs it out
npm run users -- enable EMAIL
npm run users -- delete EMAIL
npm run users -- sign-out EMAIL      signs out everywhere
npm run users -- reset EMAIL         prints a link that sets a new password`;

/** Asks the running server; when there is none, does the same on the data folder itself. */
async function perform(config: Config, command: string, who: string): Promise<Json> {
  try {
    return await askControl(config.dataDir, command, who);
  } catch (error) {
    if (!(error instanceof ServerNotRunning)) throw error;
  }
  const store = await openStore(config.dataDir);
  try {
    const auth = await openAuth(store, config, Date.now, randomBytes, createLog(config.logLevel));
    const site = () => config.publicUrl?.origin ?? `http://${urlHost(config.host)}:${config.port}`;
    return (await userCommands(auth, site)[command]?.(who)) ?? null;
  } finally {
    await store.close();
  }
}

async function main([command = 'list', who, ...rest]: string[]): Promise<void> {
  const known = ['disable', 'enable', 'delete', 'sign-out', 'reset'].includes(command);
  const asked = command === 'list' ? who === undefined : known && who !== undefined && rest.length === 0;
  if (!asked) throw new ControlError(usage);
  const answer = await perform(readConfig(process.env), `users ${command}`, who ?? '');
  if (typeof answer === 'string') console.log(answer);
  else if (Array.isArray(answer) && answer.length > 0) console.table(answer);
  else console.log('Nobody has an account yet.');
}

main(process.argv.slice(2)).catch((error: Error) => {
  const expected = [ConfigError, ControlError, ProtocolError, StoreError].some(kind => error instanceof kind);
  console.error(expected ? error.message : error);
  process.exitCode = 1;
});
