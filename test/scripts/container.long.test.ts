/** The container's files, as far as they can be checked without an engine; `npm run test:home` runs their steps. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { readConfig } from '../../server/settings/config';
import { stagesOf } from '../home/dockerfile';
import { runScript } from '../support/server/command';
import { startServer } from '../support/server/server';

const root = resolve(__dirname, '../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const [build, last] = stagesOf(read('Dockerfile')) as [
  ReturnType<typeof stagesOf>[number],
  ReturnType<typeof stagesOf>[number],
];

describe('The Dockerfile', () => {
  it('has nothing that a linter minds', () => {
    expect(validate(read('Dockerfile'))).toEqual([]);
    expect(validate('FROM node\nCOPY one\nCMD a\nCMD b')).not.toEqual([]);
  });

  it('builds and runs on the slim image of the same Node, one that the project takes', () => {
    expect(build.image).toBe(last.image);
    expect(last.image).toMatch(/^node:(20|22|24)-slim$/);
  });

  it('copies what is there, and of the program what runs it and no more', () => {
    const copies = last.steps.flatMap(step => ('copy' in step ? [step.copy] : []));
    expect(copies.every(({ from }) => from === 'build')).toBe(true);
    const names = copies.flatMap(({ sources }) => sources.map(source => source.replace('/daywall/', '')));
    const made = ['node_modules', 'dist'];
    for (const name of names) expect(made.includes(name) || existsSync(join(root, name))).toBe(true);
    expect(names.sort()).toEqual(
      [
        'database.rules.json',
        'firebase.json',
        ...made,
        'package-lock.json',
        'package.json',
        'scripts',
        'server',
        'shared',
      ].sort(),
    );
  });

  it('runs as a user without rights, from lists of words that no shell reads', () => {
    expect(last.user).toBe('node');
    expect(last.command).toEqual(['node', 'scripts/serve.mjs']);
    expect(existsSync(join(root, last.command[1]!))).toBe(true);
    expect(last.healthCheck).toEqual(['node', 'scripts/healthy.mjs']);
  });

  it('has settings that the server takes, with the data in a volume', () => {
    expect(readConfig(last.env)).toMatchObject({ host: '0.0.0.0', port: 8080, dataDir: '/data' });
    expect(last.volumes).toEqual(['/data', '/backups']);
  });

  it('is sent no secrets, data or packages of this machine', () => {
    const ignored = read('.dockerignore').split('\n');
    for (const name of ['node_modules', 'dist', '.data*', '.backups', '.git*', '.cache'])
      expect(ignored).toContain(name);
  });
});

describe('The compose file', () => {
  const { services, volumes } = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, Record<string, unknown>>;
    volumes: Record<string, unknown>;
  };

  it.each(['server', 'backup', 'follower'])(
    'gives %s a root that it cannot write to, and no rights',
    name => {
      expect(services[name]).toMatchObject({
        read_only: true,
        tmpfs: ['/tmp'],
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        volumes: ['data:/data', 'backups:/backups', '${FOLLOW_DIR:-follow}:/follow'],
      });
    },
  );

  it('opens one port on this machine alone, and names every volume', () => {
    expect(services['server']!['ports']).toEqual(['${ADDRESS:-127.0.0.1}:8080:8080']);
    for (const name of ['backup', 'follower']) expect(services[name]!['ports']).toBeUndefined();
    expect(Object.keys(volumes)).toEqual(['data', 'backups', 'follow']);
  });

  /** The server's configuration for this `.env`. */
  function configWith(given: Record<string, string>) {
    const environment = services['server']!['environment'] as Record<string, string>;
    const env = Object.entries(environment).map(([name, text]) => [
      name,
      text.replace(/\$\{(\w+):([-+])(.*)\}/, (_, variable: string, kind: string, other: string) =>
        kind === '-' ? given[variable] || other : given[variable] ? other : '',
      ),
    ]);
    return readConfig({ ...last.env, ...(Object.fromEntries(env) as Record<string, string>) });
  }

  it('has settings that the server takes, with nothing set', () => {
    expect(configWith({})).toEqual(readConfig(last.env));
  });

  it('passes on what an account and a database may store, and where a follower writes', () => {
    const given = { ACCOUNT_QUOTA: '50MB', DATABASE_QUOTA: '2GB', FOLLOW_DIR: '/mnt/other/daywall' };
    expect(configWith(given)).toMatchObject({
      accountQuota: 50e6,
      databaseQuota: 2e9,
      followDir: '/follow',
    });
  });
});

it('The health check passes while the server answers, else fails in a sentence', async () => {
  const server = await startServer();
  const env = { PORT: String(server.port) };
  expect(await runScript('scripts/healthy.mjs', { env })).toMatchObject({ code: 0, stderr: '' });
  await server.stop();
  const { code, stderr } = await runScript('scripts/healthy.mjs', { env });
  expect(code).toBe(1);
  expect(stderr).toBe(`http://127.0.0.1:${server.port}/healthz does not answer.\n`);
});
