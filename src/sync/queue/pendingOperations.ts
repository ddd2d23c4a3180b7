import { isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import {
  inOrder,
  isOperationNoted,
  operationConfirmed,
  operationDiscarded,
  type Operation,
} from '../operations';
import { operationsRead } from './queueSlice';

/** An event that changes the unconfirmed operations. */
export const isPendingChange = isAnyOf(
  operationsRead,
  isOperationNoted,
  operationDiscarded,
  operationConfirmed,
);

/** The unconfirmed operations of some kinds, in order, after an event of the queue. */
export function pendingAfter<O extends Operation>(
  pending: O[],
  action: PayloadAction<unknown>,
  isMine: (operation: Operation) => operation is O,
): O[] {
  if (operationsRead.match(action)) {
    const read = action.payload.filter(isMine);
    return JSON.stringify(read) === JSON.stringify(pending) ? pending : read;
  }
  const operation = operationConfirmed.match(action)
    ? action.payload.operation
    : (action.payload as Operation);
  if (!isMine(operation)) return pending;
  const others = pending.filter(({ id }) => id !== operation.id);
  return isOperationNoted(action) ? [...others, operation].sort(inOrder) : others;
}
