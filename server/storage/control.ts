import { chmod, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Json } from '../types';
import { jsonLine } from './jsonLine';

/** What a running server does when its owner asks on the command line; what it throws is told as one sentence. */
export type ControlHandlers = Record<string, (args: Json) => Promise<Json> | Json>;

/** No server runs on the folder, so the asker may open the store itself. */
export class ServerNotRunning extends Error {}

/** The running server refused or failed; the message is its own sentence. */
export class ControlError extends Error {}

type Answer = { answer: Json } | { error: string };

const LONGEST_SOCKET_PATH = 103;

/** Unix sockets have short paths, so the shorter of the absolute and the relative spelling is used. */
function socketPath(folder: string): string {
  const absolute = join(resolve(folder), 'control.sock');
  const fromHere = relative(process.cwd(), absolute);
  const path = fromHere.length < absolute.length ? fromHere : absolute;
  if (Buffer.byteLength(path) > LONGEST_SOCKET_PATH)
    throw new ControlError(`The path of the data folder is too long for a control socket: ${absolute}`);
  return path;
}

async function answerLine(line: string, handlers: ControlHandlers): Promise<Answer> {
  try {
    const { command, args } = JSON.parse(line) as { command: string; args: Json };
    if (!Object.hasOwn(handlers, command)) return { error: `Unknown command: ${command}` };
    return { answer: (await handlers[command]?.(args)) ?? null };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Listens on `control.sock` in the data folder (mode 0600): one JSON line asks, one JSON line answers. Call it with the
 * store open: the store's lock is what makes a socket left by a killed process safe to replace.
 */
export async function serveControl(
  folder: string,
  handlers: ControlHandlers,
): Promise<{ close(): Promise<void> }> {
  const path = socketPath(folder);
  const open = new Set<Socket>();
  const server = createServer(socket => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy());
    const lines = createInterface({ input: socket }).on('error', () => socket.destroy());
    lines.on('line', line => {
      void answerLine(line, handlers).then(answer => socket.write(jsonLine(answer)));
    });
  });
  await rm(path, { force: true });
  await new Promise<void>((done, failed) => server.once('error', failed).listen(path, done));
  // An asker that could not be taken asks again.
  server.on('error', () => undefined);
  await chmod(path, 0o600);
  return {
    close: () =>
      new Promise(done => {
        for (const socket of open) socket.destroy();
        server.close(() => done());
      }),
  };
}

/** Asks the server that runs on the folder. Throws `ServerNotRunning` when there is none. */
export function askControl(folder: string, command: string, args: Json = null): Promise<Json> {
  return new Promise((done, failed) => {
    const socket = connect(socketPath(folder));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      const nobody = error.code === 'ENOENT' || error.code === 'ECONNREFUSED';
      failed(nobody ? new ServerNotRunning('No server runs on this folder.') : error);
    });
    const lines = createInterface({ input: socket }).on('error', () => undefined);
    lines.once('line', line => {
      socket.end();
      const answer = JSON.parse(line) as Answer;
      if ('error' in answer) failed(new ControlError(answer.error));
      else done(answer.answer);
    });
    socket.once('close', () => failed(new ControlError('The server stopped before it answered.')));
    socket.write(jsonLine({ command, args }));
  });
}
