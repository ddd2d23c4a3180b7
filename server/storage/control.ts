import { chmod, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Json } from '../lib/types';
import { jsonLine } from './records/jsonLine';
import { linesOf } from './records/lines';

/** The owner's commands to a running server; errors are reported as one sentence. */
export type ControlHandlers = Record<string, (args: Json) => Promise<Json> | Json>;

/** Lines sent to the caller before the answer; none begins with `{`. */
export type Lines = AsyncGenerator<string | Buffer, Json>;
export type LineHandlers = Record<string, (args: Json) => Lines>;

/** No server is running on the folder, so the caller may open the store itself. */
export class ServerNotRunning extends Error {}

/** The running server refused or failed; the message is its own sentence. */
export class ControlError extends Error {}

type Answer = { answer: Json } | { error: string };

const LONGEST_SOCKET_PATH_BYTES = 103;

/** The path of a Unix socket is limited in length, so the shorter of the absolute and the relative path is used. */
function socketPath(folder: string): string {
  const absolute = join(resolve(folder), 'control.sock');
  const fromHere = relative(process.cwd(), absolute);
  const path = fromHere.length < absolute.length ? fromHere : absolute;
  if (Buffer.byteLength(path) > LONGEST_SOCKET_PATH_BYTES)
    throw new ControlError(`The path of the data folder is too long for a control socket: ${absolute}`);
  return path;
}

/** Answers a request; its lines are sent as fast as the caller reads them, and stop when it disconnects. */
async function answerLine(
  line: string,
  handlers: ControlHandlers,
  lines: LineHandlers,
  socket: Socket,
): Promise<Answer> {
  try {
    const { command, args } = JSON.parse(line) as { command: string; args: Json };
    if (Object.hasOwn(lines, command)) return { answer: await sendLines(lines[command]!(args), socket) };
    if (!Object.hasOwn(handlers, command)) return { error: `Unknown command: ${command}` };
    return { answer: (await handlers[command]?.(args)) ?? null };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

async function sendLines(lines: Lines, socket: Socket): Promise<Json> {
  for (;;) {
    const step = await lines.next();
    if (step.done) return step.value;
    if (!socket.destroyed && !socket.write(step.value)) await drained(socket);
    if (!socket.destroyed) continue;
    await lines.return(null);
    return null;
  }
}

/** Resolves when the caller has read what was written, or has disconnected. */
function drained(socket: Socket): Promise<void> {
  return new Promise(done => {
    const end = () => {
      socket.off('drain', end).off('close', end);
      done();
    };
    socket.on('drain', end).on('close', end);
  });
}

/**
 * Listens on `control.sock` in the data folder (mode 0600): one JSON line for a request, one for its answer. Call it
 * with the store open: holding the store's lock makes it safe to replace the socket of a killed process.
 */
export async function serveControl(
  folder: string,
  handlers: ControlHandlers,
  lineHandlers: LineHandlers = {},
): Promise<{ close(): Promise<void> }> {
  const path = socketPath(folder);
  const open = new Set<Socket>();
  const server = createServer(socket => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy());
    const lines = createInterface({ input: socket }).on('error', () => socket.destroy());
    lines.on('line', line => {
      void answerLine(line, handlers, lineHandlers, socket).then(answer => socket.write(jsonLine(answer)));
    });
  });
  await rm(path, { force: true });
  await new Promise<void>((done, failed) => server.once('error', failed).listen(path, done));
  // Later errors concern a single connection, which its caller can repeat.
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

/** Sends a request to the server that runs on the folder. Throws `ServerNotRunning` without one. */
export async function askControl(folder: string, command: string, args: Json = null): Promise<Json> {
  const lines = askLines(folder, command, args);
  for (;;) {
    const step = await lines.next();
    if (step.done) return step.value;
  }
}

/**
 * Like `askControl`, but yields the lines before the answer, without their ends, as they arrive. Throws a
 * `ControlError` when the server stops before its answer; lines received before are valid.
 */
export async function* askLines(folder: string, command: string, args: Json): AsyncGenerator<string, Json> {
  const socket = connect(socketPath(folder)).setEncoding('utf8');
  socket.write(jsonLine({ command, args }));
  try {
    for await (const line of linesOf(socket as AsyncIterable<string>))
      if (line.startsWith('{')) return answerOf(line);
      else yield line;
  } catch (error) {
    if (error instanceof ControlError) throw error;
    if (isNobody(error)) throw new ServerNotRunning('No server runs on this folder.');
    throw new ControlError(`The server can't be asked: ${(error as Error).message}`);
  } finally {
    socket.destroy();
  }
  throw new ControlError('The server stopped before it answered.');
}

function answerOf(line: string): Json {
  const answer = JSON.parse(line) as Answer;
  if ('error' in answer) throw new ControlError(answer.error);
  return answer.answer;
}

const isNobody = (error: unknown) =>
  ['ENOENT', 'ECONNREFUSED'].includes((error as NodeJS.ErrnoException).code ?? '');
