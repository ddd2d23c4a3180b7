/** The count of what a connection has sent and its client has not read; the socket reads when the test says so. */
import { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';
import { budgetsFor, LIMIT } from '../../../../server/database/holding/limits';
import { Connection } from '../../../../server/database/socket/connection';
import type { Session } from '../../../../server/database/socket/session';

const log = { info: jest.fn(), warn: jest.fn(), error: jest.fn() };

const frame = (bytes: number) => Buffer.alloc(bytes);

/** The parts of a socket that a connection sends by. */
class Unread extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  terminate = jest.fn();
  private written: (() => void)[] = [];

  send(frame: Buffer, _options: object, written: () => void = () => undefined) {
    this.bufferedAmount += frame.length;
    this.written.push(written);
  }

  read() {
    this.bufferedAmount = 0;
    for (const written of this.written.splice(0)) written();
  }
}

function connect() {
  const socket = new Unread();
  const budgets = budgetsFor(64e6);
  const session = { attach: () => undefined } as unknown as Session;
  const connection = new Connection(socket as unknown as WebSocket, session, log, budgets);
  return { socket, connection, unread: () => budgets.unread.used };
}

test('frames count as unread until the client has read the last of them', () => {
  const { socket, connection, unread } = connect();
  connection.send([1, 1_000, 1].map(frame));
  expect(unread()).toBe(1_002);
  socket.read();
  expect(unread()).toBe(0);
});

test('single frames count while more is unread than a frame may have', () => {
  const { socket, connection, unread } = connect();
  connection.send([frame(LIMIT.frameBytes)]);
  expect(unread()).toBe(0);
  connection.send([frame(1)]);
  expect(unread()).toBe(LIMIT.frameBytes + 1);
  socket.read();
  expect(unread()).toBe(0);
});

test('a client that reads nothing is ended, one that has left is sent nothing', () => {
  const { socket, connection } = connect();
  connection.send([frame(LIMIT.bufferedBytes)]);
  connection.send([frame(1)]);
  expect(socket.terminate).not.toHaveBeenCalled();
  connection.send([frame(1)]);
  expect(socket.terminate).toHaveBeenCalledTimes(1);
  expect(log.warn).toHaveBeenCalledWith('a client that does not read was disconnected');
  socket.readyState = 3;
  connection.send([frame(1)]);
  expect(socket.bufferedAmount).toBe(LIMIT.bufferedBytes + 1);
});
