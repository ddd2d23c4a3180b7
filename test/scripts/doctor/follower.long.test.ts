/** Findings of `npm run doctor` about the target folder of a follower. */
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkFollowers } from '../../../scripts/doctor/follower';
import type { Finding } from '../../../scripts/doctor/finding';
import { readConfig } from '../../../server/settings/config';
import type { FollowerStatus } from '../../../server/storage/follow/followers';
import { startFollowed, type Followed } from '../../support/server/followed';
import { caseOf, statusOf } from './examine';

let followed: Followed;
beforeEach(async () => {
  followed = await startFollowed();
  await followed.write('k0', '"0"');
  followed.startFollower();
  await followed.caughtUp();
});
afterEach(() => followed.end());

/** The findings without the advice that target and data are on one disk, which is true of every test. */
async function found(followers: FollowerStatus[] | null, isExpected = true): Promise<Finding[]> {
  const env = {
    DATA_DIR: join(followed.folder, 'data'),
    ...(isExpected ? { FOLLOW_DIR: followed.target } : {}),
  };
  const status = followers && statusOf({ storeId: followed.store.id, followers });
  const findings = await checkFollowers(caseOf({ config: readConfig(env), status }));
  return findings.filter(({ text }) => !text.includes('is on the disk of the data, and is lost with it'));
}
const fine = (text: string) => [{ kind: 'fine', text }];
const fault = (text: unknown) => [{ kind: 'fault', text }];
const how = () => `run "npm run backup -- --follow ${followed.target}"`;
const behind = (behindMs: number | null, isHere = true) =>
  found([{ folder: followed.target, isHere, behindMs }]);

test('an up-to-date follower is well; where none is expected nothing is said', async () => {
  expect(await found(followed.followers.status())).toEqual(
    fine(`${followed.target} is 0 seconds behind the data, and whole.`),
  );
  expect(await found(followed.followers.status(), false)).toHaveLength(1);
  expect(await found([], false)).toEqual([]);
});

test('one that is late, has not begun, or is not there is a fault', async () => {
  expect(await behind(130_000)).toEqual(
    fault(`${followed.target} is 2 minutes behind: look at what the follower says.`),
  );
  expect(await behind(null)).toEqual(
    fault(`${followed.target} is not begun: look at what the follower says.`),
  );
  const nobody = fault(`Nobody writes down in ${followed.target} what is committed: ${how()}.`);
  expect(await behind(0, false)).toEqual(nobody);
  expect(await found([])).toEqual(nobody);
});

test('of a stopped server it says what the folder lacks', async () => {
  await followed.stopServer();
  const all = fine(`${followed.target} holds everything that was written, and is whole.`);
  expect(await found(null)).toEqual(all);
  await followed.startServer();
  await followed.caughtUp();
  await followed.stopFollower();
  await followed.write('k1', '"1"');
  await followed.stopServer();
  expect(await found(null)).toEqual([
    { kind: 'advice', text: `${followed.target} lacks the last commit: start the server, and ${how()}.` },
  ]);
  await rename(join(followed.folder, 'data'), join(followed.folder, 'other'));
  await followed.startServer();
  await followed.write('k', '"another store"');
  await followed.stopServer();
  expect(await found(null)).toEqual(fault(`${followed.target} holds other data than these: ${how()}.`));
});

test('a damaged copy, an empty folder and one that is gone are faults', async () => {
  await followed.stopServer();
  const copy = join(
    followed.target,
    (await readdir(followed.target)).find(name => name.endsWith('.copy'))!,
  );
  const text = await readFile(copy, 'utf8');
  await writeFile(copy, text.replace('k0"', 'k9"'));
  expect(await found(null)).toEqual(fault(expect.stringContaining('it is damaged or not complete')));
  await followed.stopFollower();
  await rm(copy);
  expect(await found(null)).toEqual(
    fault(`There is nothing in ${followed.target} that can be restored: ${how()}, and look at what it says.`),
  );
  await rename(followed.target, `${followed.target}-away`);
  expect(await found(null)).toEqual(fault(expect.stringMatching(/can't be read: .* Is its disk mounted\?$/)));
});
