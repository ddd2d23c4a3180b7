import { constants } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bytesInWords } from '../../server/lib/bytes';
import { backupsIn } from '../../server/storage/backup/backupSeries';
import { StoreError } from '../../server/lib/errors';
import { findStore } from '../../server/storage/folder';
import { headOfBackup, verifyBackup } from '../../server/storage/backup/restore';
import { withStoppedStore } from '../../server/storage/backup/stoppedBackup';
import { advice, day, fault, fine, size, span, type Case, type Check, type Finding } from './finding';

const LEAST_ROOM = 100e6;
const LEAST_FILES = 1_000;
/** The fraction of its storage limit from which on an account is reported. */
const NEARLY = 0.8;
const OLDEST_BACKUP = 48 * 3_600_000;

/** The permissions of the data folder, the free space, and whether the data are intact. */
export const checkData: Check = async circumstances => {
  const { dataDir } = circumstances.config;
  if ((await findStore(dataDir)) === 'nothing')
    return [
      advice(`There are no data in ${dataDir} yet; DATA_DIR names another folder.`),
      ...(await room(circumstances)),
    ];
  return [
    ...(await rights(dataDir)),
    ...(await room(circumstances)),
    ...shares(circumstances),
    ...(await whole(circumstances)),
  ];
};

async function rights(dataDir: string): Promise<Finding[]> {
  const { mode, uid } = await stat(dataDir);
  const findings: Finding[] = [];
  if (mode & 0o077) findings.push(fault(`Others may look into ${dataDir}: run "chmod 700 ${dataDir}".`));
  // LevelDB and backups may rename and remove files at any time.
  const ownerOf = (name: string) =>
    stat(join(dataDir, name)).then(
      found => found.uid,
      () => uid,
    );
  for (const name of await readdir(dataDir, { recursive: true }))
    if ((await ownerOf(name)) !== uid) {
      findings.push(
        fault(
          `${join(dataDir, name)} is not its folder owner's: run "chown -R --reference=${dataDir} ${dataDir}".`,
        ),
      );
      break;
    }
  const me = process.getuid?.() ?? uid;
  if (me !== uid && me !== 0)
    findings.push(fault(`${dataDir} belongs to another user (${uid}): run this as that user.`));
  await access(dataDir, constants.W_OK).catch((error: Error) =>
    findings.push(fault(`${dataDir} can't be written: ${error.message}.`)),
  );
  return findings.length > 0 ? findings : [fine(`${dataDir} is its owner's alone.`)];
}

/** LevelDB's compaction needs about as much space as the store, and so does a restore beside it. */
async function room({ config, machine }: Case): Promise<Finding[]> {
  const folder = await nearest(config.dataDir);
  const { bytes, files } = await machine.room(folder);
  const needed = LEAST_ROOM + 2 * (await sizeOf(join(config.dataDir, 'store')));
  if (bytes < needed)
    return [
      fault(`Only ${size(bytes)} are free on the disk of ${folder}, ${size(needed)} are needed: make room.`),
    ];
  if (files !== null && files < LEAST_FILES)
    return [fault(`The disk of ${folder} takes only ${files} more files: remove some.`)];
  return [fine(`${size(bytes)} are free on the disk of ${folder}.`)];
}

/** The folder, or its nearest existing parent. */
async function nearest(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  return isThere || dirname(folder) === folder ? folder : nearest(dirname(folder));
}

async function sizeOf(folder: string): Promise<number> {
  let sum = 0;
  for (const name of await readdir(folder).catch(() => []))
    sum += await stat(join(folder, name)).then(
      ({ size: bytes }) => bytes,
      () => 0,
    );
  return sum;
}

/** Reports the accounts that are near their storage limit. */
function shares({ status }: Case): Finding[] {
  if (!status?.biggest) return [];
  const { uid, stores, mayStore } = status.biggest;
  const text = `The account ${uid} stores most, ${bytesInWords(stores)} of the ${bytesInWords(mayStore)} that it may`;
  return stores < NEARLY * mayStore
    ? [fine(`${text}.`)]
    : [advice(`${text}: "npm run users -- quota ${uid} SIZE" gives it more.`)];
}

/** A running server reads them itself; for a stopped one they are read here, in a copy made of links. */
async function whole({ config, status, ask }: Case): Promise<Finding[]> {
  if (status) return [fine(`The data are whole: ${Number(await ask('check data'))} records.`)];
  const { dataDir } = config;
  const { records, databases } = await withStoppedStore(
    dataDir,
    join(dataDir, 'check'),
    async ({ snapshot }) => {
      const found = { records: 0, databases: new Set<string>() };
      for await (const [key] of snapshot()) {
        found.records += 1;
        const [, database] = /^db:([^\0]+)\0\//.exec(key) ?? [];
        if (database !== undefined) found.databases.add(database);
      }
      return found;
    },
  );
  return [fine(`The data are whole: ${records} records.`), ...unnamed(databases, config)];
}

/** Users of a database that is not served can neither sign in nor see their data. */
function unnamed(databases: ReadonlySet<string>, { instances }: Case['config']): Finding[] {
  return [...databases]
    .filter(name => !instances.includes(name))
    .map(name =>
      fault(
        `There are people's data in the database ${name}, which DATABASE_INSTANCES (${instances.join(',')}) does not name: add it, and leave the first one as it was.`,
      ),
    );
}

/** The age of the last backup, whether it belongs to this data, and whether it can be read. */
export const checkBackups: Check = async circumstances => {
  const { backups, config, machine } = circumstances;
  if ((await findStore(config.dataDir)) === 'nothing') return [];
  const how = `run "npm run backup -- --every 24h --keep 14 ${backups}"`;
  const [newest] = await backupsIn(backups).catch(() => []);
  if (!newest) return [fault(`There is no backup in ${backups}: ${how}.`)];
  const { mtimeMs } = await stat(newest);
  const age = machine.now() - mtimeMs;
  const findings: Finding[] = [];
  if (age > OLDEST_BACKUP)
    findings.push(fault(`The last backup is ${span(age)} old, of ${day(mtimeMs)}: ${how}.`));
  const id = await storeId(circumstances);
  if (id !== undefined && (await headOfBackup(newest)).store !== id)
    findings.push(fault(`The last backup, ${newest}, is of other data than these: ${how}.`));
  await verifyBackup(newest).catch((error: Error) => {
    if (!(error instanceof StoreError)) throw error;
    findings.push(fault(`${error.message} It is the last one: ${how}.`));
  });
  if (findings.length === 0)
    findings.push(fine(`The last backup is ${span(Math.max(0, age))} old, and whole.`));
  if ((await stat(backups)).dev === (await stat(config.dataDir)).dev)
    findings.push(advice(`The backups in ${backups} are on the disk of the data: keep a copy elsewhere.`));
  return findings;
};

async function storeId({ config, status }: Case): Promise<string | undefined> {
  if (status) return status.storeId;
  return withStoppedStore(config.dataDir, join(config.dataDir, 'check'), async ({ id }) => id);
}
