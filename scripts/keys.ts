/** `npm run keys -- rotate`: creates new keys for ID tokens and for push services, in the running server or in the data folder. */
import { ConfigError, readConfig } from '../server/settings/config';
import { ControlError } from '../server/storage/control';
import { StoreError } from '../server/storage/store';
import { ProtocolError } from '../server/lib/types';
import { performOnAccounts } from './lib/accounts';

async function main(words: string[]): Promise<void> {
  if (words.join(' ') !== 'rotate') throw new ControlError('Usage: npm run keys -- rotate');
  console.log(await performOnAccounts(readConfig(process.env), 'keys rotate', null));
}

main(process.argv.slice(2)).catch((error: Error) => {
  const expected = [ConfigError, ControlError, ProtocolError, StoreError].some(kind => error instanceof kind);
  console.error(expected ? error.message : error);
  process.exitCode = 1;
});
