/** What a slice knows of the list that it asked for, while a live listener may tell the same list sooner and newer. */
export type ReadState = {
  phase: 'idle' | 'loading' | 'loaded' | 'failed';
  /** Keys of records that changed since the running request began: its answer may be older. */
  writtenKeys: Record<string, true>;
  /** The live list arrived since the running request began: its answer may be older as a whole. */
  isOvertaken: boolean;
};

export const notRead: ReadState = { phase: 'idle', writtenKeys: {}, isOvertaken: false };

/** Notes that this record is newer than what a request that is under way may answer. */
export function noteWritten(state: ReadState, fireId: string) {
  if (state.phase === 'loading') state.writtenKeys[fireId] = true;
}

export const beginRead = (state: ReadState) =>
  Object.assign(state, { ...notRead, phase: 'loading' } satisfies ReadState);

/** The request was answered, or the live list arrived in its place. */
export const endRead = (state: ReadState, phase: 'loaded' | 'failed', isOvertaken = false) =>
  Object.assign(state, { phase, writtenKeys: {}, isOvertaken } satisfies ReadState);
