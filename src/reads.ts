/** What a slice knows of the list that it reads: by a request, and by the first list of a live listener. */
export type ReadState = {
  phase: 'idle' | 'loading' | 'loaded' | 'failed';
  /** True from the listener's beginning until its first list. */
  isListAwaited: boolean;
  /** Keys of records that changed while a read is under way: its answer may be older. */
  writtenKeys: Record<string, true>;
};

const isReading = ({ phase, isListAwaited }: ReadState) => phase === 'loading' || isListAwaited;

/** Notes that this record is newer than what a read that is under way may answer. */
export function noteWritten(state: ReadState, fireId: string) {
  if (isReading(state)) state.writtenKeys[fireId] = true;
}

/** A read is over: once none is under way, any answer is newer than what was written before. */
export function endRead(state: ReadState) {
  if (!isReading(state)) state.writtenKeys = {};
}
