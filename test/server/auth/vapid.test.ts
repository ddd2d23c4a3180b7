import type { Section } from '../../../server/lib/types';
import { openVapid, readVapidKeys, VAPID_RECORD } from '../../../server/auth/vapid';

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
