/**
 * `npx tsx test/server/upgrades/make.ts COMMIT NAME`: writes the data folder of a commit's server as
 * `data/NAME.json`. Run it before the format or shape of stored records changes. It runs that commit's program with
 * today's packages.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { askControl } from '../../../server/storage/control';
import type { Json } from '../../../server/lib/types';
import { refresh, signUp, type SignedIn } from '../../support/clients/identity';
import type { Left } from './left';

const root = resolve(__dirname, '../../..');

/** LevelDB's lock and log files belong to the process; the socket is not a file. */
const ABOUT_PROCESS = /(LOCK|LOG|LOG\.old|control\.sock)$/;

/** A task and a note with every kind of text, and the data that later versions keep beside them. */
const RECORDS: Record<string, Json> = {
  'tasks/-O1': task('Water the plants', 7),
  'tasks/-O2': task('Ünïcode 😀 "quoted" \n two lines', 8),
  'tasks/-O3': task('x'.repeat(3_000), 9),
  'notes/-N1': { noteTitle: 'A note', noteDescription: 'Its words' },
  'ext/done/-O1': '2026-11-20T08:30:00.000Z',
  'ext/looks/-N1': { colour: 'mint', pinned: true },
  'ext/settings/theme': 'dark',
  'ext/trash/tasks/-O9': { deletedAt: '2026-11-20T08:31:00.000Z', record: task('Deleted', 10) },
};

function task(taskName: string, taskId: number): Json {
  const rest = { taskDescription: '', taskList: 'work', taskDueDate: '2026-12-24T00:00:00.000Z' };
  return { taskName, ...rest, taskId };
}

/** Writes the records that the version's rules allow; returns those that were accepted. */
async function fill(url: string, { localId, idToken }: SignedIn): Promise<Record<string, Json>> {
  const taken: Record<string, Json> = {};
  for (const [path, value] of Object.entries(RECORDS)) {
    const at = `${url}/${localId}/${path}.json?ns=daywall&auth=${idToken}`;
    const { ok } = await fetch(at, { method: 'PUT', body: JSON.stringify(value) });
    if (ok) taken[path] = value;
  }
  return taken;
}

async function live(url: string, dataDir: string): Promise<Pick<Left, 'people' | 'records'>> {
  const anna = await signUp(url, 'anna@example.com', 'secret-anna');
  const records = await fill(url, anna);
  const bert = await signUp(url, 'bert@example.com', 'secret-bert');
  await askControl(dataDir, 'users disable', 'bert@example.com');
  const cleo = await signUp(url, 'cleo@example.com', 'secret-cleo');
  await refresh(url, cleo.refreshToken);
  const kept = ({ localId, refreshToken }: SignedIn) => ({ uid: localId, refreshToken });
  return { people: { anna: kept(anna), bert: kept(bert), cleo: kept(cleo) }, records };
}

async function filesOf(folder: string): Promise<Record<string, string>> {
  const inside = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = inside
    .filter(entry => entry.isFile() && !ABOUT_PROCESS.test(entry.name))
    .map(entry => join(entry.parentPath ?? entry.path, entry.name));
  const texts: Record<string, string> = {};
  for (const file of files.sort()) texts[relative(folder, file)] = (await readFile(file)).toString('base64');
  return texts;
}

async function make(commit: string, name: string): Promise<void> {
  const old = await mkdtemp(join(tmpdir(), 'daywall-old-'));
  execFileSync('bash', ['-c', `git archive ${commit} | tar -x -C ${old}`], { cwd: root });
  execFileSync('npm', ['ci', '--omit=dev'], { cwd: old, stdio: 'inherit' });
  const dataDir = join(old, 'data');
  const child = spawn(process.execPath, ['scripts/server.mjs'], {
    cwd: old,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const url = /http:\S+:\d+/.exec(line.toString())![0];
  const stored = await live(url, dataDir);
  child.kill('SIGTERM');
  await ended;
  const date = execFileSync('git', ['show', '-s', '--format=%as', commit], { cwd: root });
  const made = date.toString().trim();
  const left: Left = { commit, made, ...stored, files: await filesOf(dataDir) };
  await writeFile(join(__dirname, 'data', `${name}.json`), `${JSON.stringify(left, null, 2)}\n`);
  await rm(old, { recursive: true, force: true });
}

const [commit, name] = process.argv.slice(2);
if (!commit || !name) throw new Error('Usage: npx tsx test/server/upgrades/make.ts COMMIT NAME');
void make(commit, name);
