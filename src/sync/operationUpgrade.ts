import type { Conflict, Operation, OperationStatus } from './operations';

/** The words of version 1. */
export type OperationOfVersion1 = Omit<
  Operation,
  'itemKey' | 'status' | 'conflict' | 'requested' | 'changeId' | 'role'
> & {
  lane: string;
  status: 'waiting' | 'held';
  found?: Conflict;
  own?: { kind: string; payload: unknown };
  entry?: string;
  act?: 'undo' | 'redo' | 'none';
};
const STATUS_SINCE_1: Record<OperationOfVersion1['status'], OperationStatus> = {
  waiting: 'pending',
  held: 'blocked',
};

/** An operation as version 1 stored it, in today's words. */
export function upgradeOperation({ lane, found, own, entry, act, ...rest }: OperationOfVersion1): Operation {
  return {
    ...rest,
    itemKey: lane,
    status: STATUS_SINCE_1[rest.status],
    ...(found && { conflict: found }),
    ...(own && { requested: own }),
    ...(entry !== undefined && { changeId: entry }),
    ...(act && { role: act === 'none' ? 'silent' : act }),
  };
}
