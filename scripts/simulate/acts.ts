/** What one act costs a database, as `npm run simulate -- --measure` finds it out. */
export type Cost = {
  /** REST calls. */
  calls: number;
  /** Writes, by REST and by the SDK's connection. */
  writes: number;
  /** Bytes that the database sends: answers with their heads, and the connection's frames. */
  bytes: number;
};

/** What people do. `heard` is what another open tab of theirs is sent when they add a task, `minute` is one without a change. */
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
  /** What the person had then, and the bytes of it as JSON. */
  tasks: number;
  notes: number;
  storedBytes: number;
  acts: Record<Act, Cost>;
};
