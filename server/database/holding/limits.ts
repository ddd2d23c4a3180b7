import { Budget } from './budget';

/** Limits for requests to a database: generous for users, but finite for attackers. */
export const LIMIT = {
  /** Bytes of a REST body, and of a write on a socket. */
  writeBytes: 8 * 1024 * 1024,
  /** The number of values (leaves, maps and lists) in the JSON of one request: those of 8,000 tasks. */
  values: 50_000,
  /** The nesting depth of that JSON: the tree's 32 levels, and the protocol's own around them. */
  depth: 64,
  /** Characters of a whole socket message, in any number of frames. */
  messageCharacters: 16 * 1024 * 1024,
  /** Milliseconds from the first to the last frame of a message. */
  arrivalMs: 60_000,
  /** Bytes of one frame; the SDK's have 16,384 characters of at most three bytes. */
  frameBytes: 64 * 1024,
  /** Characters of the path and the query of one listen. */
  listenCharacters: 32 * 1024,
  /** Bytes of the writes to make at the end of a connection. */
  disconnectBytes: 64 * 1024,
  /** Bytes of memory of a node that is answered in one go; larger ones are answered in slices. */
  answeredAtOnceBytes: 500_000,
  /** Unanswered requests of one connection, above which the socket is not read. */
  pendingRequests: 1_000,
  listensPerConnection: 2_000,
  /** The number of paths written at the end of one connection. */
  disconnectsPerConnection: 1_000,
  /** Bytes buffered for a client that does not read; above that the connection ends. */
  bufferedBytes: 32 * 1024 * 1024,
  /** Milliseconds between two keep-alive checks of a connection. */
  heartbeatMs: 45_000,
};

/** Limits for what all clients together may make the process hold. */
export type Budgets = {
  /** Messages and bodies that are arriving or not answered yet. */
  unfinished: Budget;
  /** Bytes that were sent but not read by clients. */
  unread: Budget;
  /** Paths and queries of listens, and the writes to make at the end of connections. */
  kept: Budget;
  /** Bytes of memory held by answers until clients have read them. */
  answered: Budget;
  /** Bytes of memory of a database's loaded parts and its share of answers. */
  loadedBytes: number;
  answering: () => number;
  /** The maximum size in memory of a database that can be read as a whole. */
  wholeBytes: number;
  /** Bytes of memory that a database's unfinished writes may take together, and that one of them may take. */
  unwrittenBytes: { all: number; one: number };
};

/** The fraction of the heap for stored data. The code takes 35 MB, a write of 7 MB about 40 MB until it is on disk. */
const LOADED_FRACTION = 0.5;

/** Divides the process's memory: `heapBytes` is V8's limit. */
export function budgetsFor(heapBytes: number, databases = 1): Budgets {
  const answered = new Budget((heapBytes * LOADED_FRACTION) / 2);
  return {
    answered,
    answering: () => answered.used / databases,
    unfinished: new Budget(heapBytes / 8),
    unread: new Budget(Math.max(2 * LIMIT.bufferedBytes, heapBytes / 8)),
    kept: new Budget(heapBytes / 32),
    loadedBytes: (heapBytes * LOADED_FRACTION) / databases,
    wholeBytes: (heapBytes * LOADED_FRACTION) / 2 / databases,
    unwrittenBytes: { all: heapBytes / 8 / databases, one: heapBytes / 3 / databases },
  };
}
