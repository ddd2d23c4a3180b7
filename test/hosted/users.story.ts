import { createRequire } from 'node:module';
import path from 'node:path';
import { readHashing } from '../../server/auth/passwords/hashing';
import type { UserFile } from '../../server/auth/userFiles';
import { askControl } from '../../server/storage/control';
import { signUp } from '../support/clients/identity';
import { startServer } from '../support/server/server';
import { expect, test } from './fixtures';

const tools = createRequire(path.resolve(__dirname, '../../.cache/hosted/package.json'));
/** The checks that `firebase auth:import` makes before it sends a file. */
const importer = tools('firebase-tools/lib/accountImporter') as {
  validateUserJson(user: object): { error?: string };
  validateOptions(options: Record<string, string>): Record<string, unknown>;
};

test('`firebase auth:import` takes the users that the server exports, and its options', async () => {
  const server = await startServer({ dearPasswords: true });
  await signUp(server.url, 'ann@example.com');
  const [file] = (await askControl(server.dataDir, 'users export')) as unknown as UserFile[];
  await server.stop();
  for (const user of file!.users) expect(importer.validateUserJson(user)).toEqual({});
  const options = Object.fromEntries(
    [...file!.options.matchAll(/--([\w-]+)=(\S+)/g)].map(([, name, value]) => [
      name!.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value!,
    ]),
  );
  expect(importer.validateOptions(options)).toEqual({
    hashAlgo: 'STANDARD_SCRYPT',
    valid: true,
    cpuMemCost: 32_768,
    parallelization: 1,
    blockSize: 8,
    dkLen: 32,
  });
  expect(readHashing(file!.options.replaceAll(' ', '\n'))).toEqual({ cost: { N: 32_768, r: 8, p: 1 } });
});
