/** The cost of one act to a database, as `npm run simulate -- --measure` finds it out. */
export type Cost = {
  /** REST calls. */
  calls: number;
  /** Writes, by REST and by the SDK's connection. */
  writes: number;
  /** Bytes that the database sends: answers with their heads, and the connection's frames. */
  bytes: number;
};

/**
 * The acts of people. `heard` is sent to another open tab of theirs when they add a task, `minute` is one without a
 * change.
 */
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
  /** The tasks of the user at that time, and the bytes of them as JSON. */
  tasks: number;
  notes: number;
  storedBytes: number;
  acts: Record<Act, Cost>;
};
