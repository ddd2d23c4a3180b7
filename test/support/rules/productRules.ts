import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { compileRules } from '../../../server/rules/compile';
import type { Auth, Json } from '../../../server/lib/types';
import { mayRead as ownMayRead, mayWrite as ownMayWrite, NOW } from './rules';

type Given = { auth?: Auth; data?: Json };
/** An independent implementation of the rules language. */
type Targaryen = {
  database(
    rules: object,
    data: Json,
    now: number,
  ): {
    as(auth: Auth): {
      read(path: string, options: { now: number }): { allowed: boolean };
      write(path: string, value: Json, options: { now: number }): { allowed: boolean };
      update(path: string, patch: Record<string, Json>, options: { now: number }): { allowed: boolean };
    };
  };
};

export const source = readFileSync('database.rules.json', 'utf8');

let compiled: ReturnType<typeof compileRules> | undefined;
/** The product's rules, compiled when a test first asks. */
export const rules = () => (compiled ??= compileRules(source, 'database.rules.json'));

/** `RULES_BY=targaryen` (see `npm run test:hosted`) asks targaryen instead of the embedded server. */
const other = process.env.RULES_BY === 'targaryen' ? openTargaryen() : null;

/** Whether the product's rules allow a read. */
export const mayRead = other?.mayRead ?? ((path: string, given: Given) => ownMayRead(rules(), path, given));

type Writes = Record<string, Json>;
/** Questions of this file's tests, and the answers. */
export const asked: { writes: Writes; given: Given; isAllowed: boolean }[] = [];

/** Whether they allow all of `writes` (path → value, null deletes) as one update. */
export function mayWrite(writes: Writes, given: Given): boolean {
  const isAllowed = other?.mayWrite(writes, given) ?? ownMayWrite(rules(), writes, given);
  asked.push({ writes, given, isAllowed });
  return isAllowed;
}

function openTargaryen() {
  const packages = createRequire(resolve('.cache/hosted/package.json'));
  const { database } = packages('targaryen') as Targaryen;
  const { parse } = createRequire(packages.resolve('targaryen'))('firebase-json') as {
    parse(text: string): object;
  };
  const parsed = parse(source);
  const open = ({ auth = null, data = null }: Given) => database(parsed, data, NOW).as(auth);
  const options = { now: NOW };
  return {
    mayRead: (path: string, given: Given) => open(given).read(`/${path}`, options).allowed,
    mayWrite(writes: Record<string, Json>, given: Given) {
      const [[path, value] = ['', null], ...more] = Object.entries(writes);
      if (more.length > 0) return open(given).update('/', writes, options).allowed;
      return open(given).write(`/${path}`.replace(/\/$/, ''), value, options).allowed;
    },
  };
}
