import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const built = path.resolve(__dirname, '../../../dist');
const HASH = /\.([0-9a-f]{8})\./;
const TEXT = /\.(js|css|html|webmanifest)$/;

/** Copies the built app into a folder that a later build may replace. */
export async function copyOfBuild(): Promise<string> {
  const dist = path.join(await mkdtemp(path.join(tmpdir(), 'daywall-dist-')), 'dist');
  await cp(built, dist, { recursive: true });
  return dist;
}

/**
 * Makes a later build: each hashed file and every reference to it get another name. With `isClean` the earlier files
 * are gone, as in a new container; otherwise they are served too, as by `npm start`.
 */
export async function deployNext(dist: string, { isClean = false } = {}): Promise<void> {
  const assets = path.join(dist, 'assets');
  const before = (await readdir(assets)).filter(name => HASH.test(name));
  const hashes = [...new Set(before.map(name => HASH.exec(name)![1]!))];
  const next = (text: string) =>
    hashes.reduce((changed, hash) => changed.replaceAll(hash, [...hash].reverse().join('')), text);
  const whole = before.filter(name => !/\.(br|gz|map)$/.test(name));
  for (const name of whole) {
    const [from, to] = [path.join(assets, name), path.join(assets, next(name))];
    if (TEXT.test(name)) await writeFile(to, next(await readFile(from, 'utf8')));
    else await cp(from, to);
  }
  for (const name of ['sw.js', 'index.html']) {
    const file = path.join(dist, name);
    await writeFile(`${file}.next`, next(await readFile(file, 'utf8')));
    await Promise.all([rm(`${file}.br`, { force: true }), rm(`${file}.gz`, { force: true })]);
    await rename(`${file}.next`, file);
  }
  if (isClean) for (const name of before) await rm(path.join(assets, name));
}
