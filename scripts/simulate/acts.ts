/** The cost of one act for a database, as measured by `npm run simulate -- --measure`. */
export type Cost = {
  /** REST calls. */
  calls: number;
  /** Writes, by REST and over the SDK's connection. */
  writes: number;
  /** Bytes sent by the database: answers with headers, and the connection's frames. */
  bytes: number;
};

/** The acts of users. `heard` is what another open tab receives when they add a task, `minute` is one without a change. */
export const ACTS = [
  'signIn',
  'start',
  'add',
  'tick',
  'edit',
  'remove',
  'addNote',
  'editNote',
  'heard',
  'minute',
] as const;
export type Act = (typeof ACTS)[number];

export type Measured = {
  /** The day of the measurement. */
  measuredOn: string;
  /** The number of the user's tasks at that time, and their size in bytes as JSON. */
  tasks: number;
  notes: number;
  storedBytes: number;
  acts: Record<Act, Cost>;
};
