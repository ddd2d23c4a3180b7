import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MARK, systemFiles } from '../../scripts/service/files';
import { install } from '../../scripts/service/install';
import { readOptions, ServiceError, type ServiceOptions } from '../../scripts/service/options';
import { readConfig } from '../../server/settings/config';

const wishOf = (...args: string[]): ServiceOptions => readOptions(args, '/opt/daywall', '/usr/bin/node');
const textOf = (options: ServiceOptions, path: string) =>
  systemFiles(options).find(file => file.path.endsWith(path))!.text;

let root: string;
beforeEach(async () => (root = await mkdtemp(join(tmpdir(), 'daywall-root-'))));
afterEach(() => rm(root, { recursive: true, force: true }));

describe('What is asked for', () => {
  it.each([
    [[], /^Usage: npm run service/],
    [['a.example', 'b.example'], /^Usage/],
    [['https://a.example'], /is not a name like tasks.example/],
    [['a.example:8443'], /is not a name/],
    [['a..example'], /is not a name/],
    [['a.example {\n}'], /is not a name/],
    [['a.example', '--port', '80'], /--port must be a number from 1024/],
    [['a.example', '--backups', '/mnt/my disk'], /characters that a systemd unit would need quotes for/],
    [['a.example', '--backups', '/mnt/50%'], /need quotes/],
    [['a.example', '--follow', '/mnt/my disk'], /need quotes/],
    [['a.example', '--follow', '/var/lib/daywall/data'], /--follow must name a folder outside of the data/],
    [['a.example', '--frobnicate'], /Unknown option '--frobnicate'.*Usage/],
  ])('%j is refused in one sentence', (args, sentence) => {
    expect(() => wishOf(...args)).toThrow(ServiceError);
    expect(() => wishOf(...args)).toThrow(sentence);
  });

  it('may be a bare name of the home network, another port, another disk for backups', () => {
    const options = wishOf('nas', '--port', '9000', '--backups', '/mnt/other/daywall');
    expect(textOf(options, 'daywall.caddyfile')).toBe(`${MARK}\nnas {\n\treverse_proxy 127.0.0.1:9000\n}\n`);
    for (const unit of ['daywall.service', 'daywall-backup.service'])
      expect(textOf(options, unit)).toContain('\nReadWritePaths=/mnt/other/daywall\n');
    expect(textOf(options, 'daywall-backup.service')).toContain('--keep 14 /mnt/other/daywall\n');
  });
});

describe('A second disk', () => {
  const options = wishOf('tasks.example', '--follow', '/mnt/other/daywall');

  it('has a unit that follows into it, and settings that expect that', () => {
    const unit = textOf(options, 'daywall-follow.service');
    expect(unit).toContain(
      '\nExecStart=/usr/bin/node --import tsx scripts/backup.ts --follow /mnt/other/daywall\n',
    );
    expect(unit).toContain('\nReadWritePaths=/mnt/other/daywall\n');
    expect(unit).toContain('\nIPAddressDeny=any\n');
    expect(textOf(options, 'daywall.env')).toContain('\nFOLLOW_DIR=/mnt/other/daywall\n');
  });

  it('is written to by no other unit, and without one there is none', () => {
    for (const unit of ['daywall.service', 'daywall-backup.service'])
      expect(textOf(options, unit)).not.toContain('/mnt/other');
    const text = systemFiles(wishOf('tasks.example')).map(file => file.path + file.text);
    expect(text.join('\n')).not.toMatch(/follow/i);
  });
});

describe('The files', () => {
  it('hold settings that the server takes, so that it believes its proxy alone', () => {
    const lines = textOf(wishOf('tasks.example'), 'daywall.env').split('\n').slice(1, -1);
    const env = Object.fromEntries(lines.map(line => line.split('=') as [string, string]));
    expect(readConfig(env)).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      dataDir: '/var/lib/daywall/data',
      publicUrl: new URL('https://tasks.example'),
      trustedProxies: 1,
    });
  });

  it.each([
    'User=daywall',
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
    'ProtectSystem=strict',
    'ProtectHome=yes',
    'PrivateTmp=yes',
    'IPAddressDeny=any',
    'SystemCallFilter=~@privileged @resources',
  ])('leave neither unit more than it needs: %s', line => {
    for (const unit of ['daywall.service', 'daywall-backup.service'])
      expect(textOf(wishOf('tasks.example'), unit).split('\n')).toContain(line);
  });

  it('show of all homes only the program and Node, when they are in one', () => {
    const options = readOptions(
      ['a.example'],
      '/home/ann/daywall',
      '/home/ann/.nvm/versions/node/v22/bin/node',
    );
    expect(textOf(options, 'daywall.service')).toContain(
      '\nProtectHome=tmpfs\nBindReadOnlyPaths=/home/ann/daywall /home/ann/.nvm/versions/node/v22\n',
    );
  });
});

describe('An installation', () => {
  const files = systemFiles(wishOf('tasks.example'));
  const paths = files.map(({ path }) => path);

  it('writes every file, and the next time only what changed', async () => {
    expect(await install(files, root)).toEqual(paths);
    for (const { path, text } of files) expect(await readFile(join(root, path), 'utf8')).toBe(text);
    expect((await stat(join(root, '/etc/systemd/system/daywall.service'))).mode & 0o777).toBe(0o644);
    expect(await install(files, root)).toEqual([]);
    expect(await install(systemFiles(wishOf('other.example')), root)).toEqual(
      paths.filter(path => /env$|daywall.service$|caddyfile$/.test(path)),
    );
  });

  it('writes nothing when a file there is somebody else’s', async () => {
    await mkdir(join(root, '/etc/systemd/system'), { recursive: true });
    const theirs = join(root, '/etc/systemd/system/daywall.service');
    await writeFile(theirs, '[Service]\n');
    await expect(install(files, root)).rejects.toThrow(
      `${theirs} was not written by this command; move it away first. Nothing was written.`,
    );
    expect(await readdir(join(root, 'etc'))).toEqual(['systemd']);
    expect(await readFile(theirs, 'utf8')).toBe('[Service]\n');
  });

  it('says to use sudo where the folder cannot be written', async () => {
    await writeFile(join(root, 'etc'), '');
    await expect(install(files, root)).rejects.toThrow(
      /can't be (read|written): .*; run the command with sudo\./,
    );
  });
});
