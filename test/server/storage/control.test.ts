/** The control socket between a running server and its owner's commands. */
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askControl, ControlError, serveControl, ServerNotRunning } from '../../../server/storage/control';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'daywall-control-'))));
afterEach(() => rm(folder, { recursive: true }));

test('a command is answered with what its handler returns', async () => {
  const control = await serveControl(folder, {
    double: args => Number(args) * 2,
    wait: async () => 'done',
    same: args => args,
  });
  await expect(askControl(folder, 'double', 21)).resolves.toBe(42);
  await expect(askControl(folder, 'wait')).resolves.toBe('done');
  await expect(askControl(folder, 'same', 'a\u2028b\u2029\n😀')).resolves.toBe('a\u2028b\u2029\n😀');
  await control.close();
});

test('a refusal arrives as its own sentence, an unknown command as another', async () => {
  const refuse = () => {
    throw new Error('No such user: ann@example.org');
  };
  const control = await serveControl(folder, { refuse });
  await expect(askControl(folder, 'refuse')).rejects.toThrow('No such user: ann@example.org');
  await expect(askControl(folder, 'toString')).rejects.toThrow('Unknown command: toString');
  await control.close();
});

test('a path that is too long is refused, unless it is short from the current folder', async () => {
  const deep = join(folder, 'x'.repeat(80));
  await mkdir(deep);
  await expect(serveControl(deep, {})).rejects.toThrow(/path of the data folder is too long/);
  const from = process.cwd();
  process.chdir(folder);
  try {
    const control = await serveControl(deep, { ping: () => 'pong' });
    await expect(askControl(deep, 'ping')).resolves.toBe('pong');
    await control.close();
  } finally {
    process.chdir(from);
  }
});

test('nobody but the owner may open the socket', async () => {
  const control = await serveControl(folder, {});
  expect((await stat(join(folder, 'control.sock'))).mode & 0o777).toBe(0o600);
  await control.close();
});

test('without a server the asker learns just that, also by a killed one’s socket', async () => {
  await expect(askControl(folder, 'double')).rejects.toThrow(ServerNotRunning);
  await writeFile(join(folder, 'control.sock'), '');
  await expect(askControl(folder, 'double')).rejects.toThrow(ServerNotRunning);
  const control = await serveControl(folder, { ping: () => 'pong' });
  await expect(askControl(folder, 'ping')).resolves.toBe('pong');
  await control.close();
});

test('an asker whose server stops is told, not left waiting', async () => {
  let asked = () => {};
  const started = new Promise<void>(done => (asked = done));
  const control = await serveControl(folder, {
    hang: () => {
      asked();
      return new Promise(() => undefined);
    },
  });
  const answer = askControl(folder, 'hang').catch((error: Error) => error);
  await started;
  await control.close();
  expect(await answer).toBeInstanceOf(ControlError);
});
