import type { Section } from '../../../server/lib/types';
import { openVapid, readVapidKeys, VAPID_RECORD } from '../../../server/auth/vapid';
import { startHere } from '../../support/server/serverHere';
import { askControl } from '../../../server/storage/control';

const keyOf = async (url: string) => {
  const answer = await fetch(`${url}/push/key`);
  return { status: answer.status, ...((answer.ok ? await answer.json() : {}) as { key?: string }) };
};

test('Anybody may ask for the key of the push services: it stays until it is rotated', async () => {
  const server = await startHere();
  const first = await keyOf(server.url);
  // An uncompressed point of the curve.
  expect(first).toEqual({ status: 200, key: expect.stringMatching(/^B[\w-]{86}$/) });
  await server.restart();
  expect(await keyOf(server.url)).toEqual(first);
  expect(await askControl(server.dataDir, 'keys rotate', null)).toMatch(/New keys/);
  const second = await keyOf(server.url);
  expect(second.key).not.toBe(first.key);
  await server.restart({ PUSH: 'off' });
  expect(await keyOf(server.url)).toEqual({ status: 404 });
  await server.restart({ PUSH: 'on' });
  expect(await keyOf(server.url)).toEqual(second);
  await server.stop();
});

test('The key before the last rotation is kept, earlier ones are not', async () => {
  const records = new Map<string, string>();
  const section = {
    get: async (key: string) => records.get(key),
    commit: async (changes: readonly { key: string; value: string }[]) =>
      changes.forEach(({ key, value }) => records.set(key, value)),
  } as unknown as Section;
  let byte = 0;
  // The first key is zero, which is none of the curve.
  const vapid = await openVapid(section, bytes => new Uint8Array(bytes).fill(byte++));
  const [first] = vapid.keys();
  await vapid.rotate();
  await vapid.rotate();
  expect(vapid.keys()).toHaveLength(2);
  expect(vapid.keys()).not.toContainEqual(first);
  expect(readVapidKeys(records.get(VAPID_RECORD))).toEqual(vapid.keys());
});

test.each(['x', '{}', '[{}]', '[{"publicKey":"a","privateKey":"AQ"}]', '[null]'])(
  'Keys that this program did not write are refused: %s',
  text => expect(() => readVapidKeys(text)).toThrow(/push services/),
);
