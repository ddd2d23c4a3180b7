/** What a stranger may ask of a database. Generous for people, an end for everybody else. */
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
  /** Requests of one connection that wait for their answer; beyond them the socket is not read. */
  pendingRequests: 1_000,
  /** Writes that one connection is served a second; beyond them the socket is not read. */
  writesPerSecond: 10_000,
  listensPerConnection: 2_000,
  disconnectsPerConnection: 1_000,
  /** Bytes that may wait for a consumer who does not read; beyond them the connection ends. */
  bufferedBytes: 32 * 1024 * 1024,
  /** Milliseconds between two signs of life that a connection is asked for. */
  heartbeat: 45_000,
};
