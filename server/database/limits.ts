import { Budget } from './holding/budget';

/** Limits for a stranger's requests to a database. Generous for people, an end for everybody else. */
export const LIMIT = {
  /** Bytes of a REST body, and of a write on a socket. */
  writeBytes: 8 * 1024 * 1024,
  /** Values (leaves, maps and lists) in the JSON of one request; what a task has, 8,000 times. */
  values: 50_000,
  /** How deep that JSON may be nested: the tree's 32 levels, and what the wire puts around them. */
  depth: 64,
  /** Characters of a whole socket message, however many frames it comes in. */
  messageLength: 16 * 1024 * 1024,
  /** Milliseconds that a message may take from its first frame to its last, and a body to arrive. */
  arrivalTime: 60_000,
  /** Bytes of one frame of it; the SDK's are 16,384 characters of at most three bytes. */
  frameBytes: 64 * 1024,
  /** Characters of the path and the query of one listen. */
  listenLength: 32 * 1024,
  /** Bytes of a write that waits for the end of its connection. */
  disconnectBytes: 64 * 1024,
  /** Bytes of memory of a node that is answered in one go; a larger one is answered in slices. */
  answeredAtOnce: 500_000,
  /** Requests of one connection that wait for their answer; beyond them the socket is not read. */
  pendingRequests: 1_000,
  /** Writes that one connection is served a second; beyond them the socket is not read. */
  writesPerSecond: 10_000,
  listensPerConnection: 2_000,
  /** Places that are written at the end of one connection. */
  disconnectsPerConnection: 1_000,
  /** Bytes that may wait for a consumer who does not read; beyond them the connection ends. */
  bufferedBytes: 32 * 1024 * 1024,
  /** Milliseconds between two signs of life that a connection is asked for. */
  heartbeat: 45_000,
};

/** The most that all strangers together may make the process hold. */
export type Budgets = {
  /** Messages and bodies that are arriving, or that are not answered yet. */
  unfinished: Budget;
  /** Bytes that were sent to clients and not read by them. */
  unread: Budget;
  /** Paths and queries that are listened to, and writes that wait for the end of their connection. */
  kept: Budget;
  /** Bytes of memory of what is being answered with, until its client has read it. */
  answered: Budget;
  /** Bytes of memory that the loaded parts of a database may take together, with its part of what is being answered with. */
  loadedBytes: number;
  answering: () => number;
  /** Bytes of memory that a database may take of which somebody asks for all. */
  wholeBytes: number;
  /** Bytes of memory that a database's writes may take together until they are on disk, and that one of them may take. */
  unwritten: { all: number; one: number };
};

/** The part of the heap that is for what people store. */
const LOADED = 0.6;

/** Shares the memory of the process out: `heapBytes` is what V8 may use at most. */
export function budgetsFor(heapBytes: number, databases = 1): Budgets {
  const answered = new Budget((heapBytes * LOADED) / 2);
  return {
    answered,
    answering: () => answered.used / databases,
    unfinished: new Budget(heapBytes / 8),
    unread: new Budget(Math.max(2 * LIMIT.bufferedBytes, heapBytes / 8)),
    kept: new Budget(heapBytes / 32),
    loadedBytes: (heapBytes * LOADED) / databases,
    wholeBytes: (heapBytes * LOADED) / 2 / databases,
    unwritten: { all: heapBytes / 8 / databases, one: heapBytes / 3 / databases },
  };
}
