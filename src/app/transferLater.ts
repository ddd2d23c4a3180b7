import { call, type Saga } from '../lib/effects';
import type { Outcome } from '../sync/operations';
import { ServiceFailure } from '../services/failure';
import type { TransferOperation } from '../transfer/transferOperations';

/** No network, or a deploy has replaced it: to be tried again like anything that did not reach the server. */
const notArrived = () => {
  throw new ServiceFailure('network', 'chunk', 'A part of Daywall could not be loaded');
};
const loadSenders = () =>
  import(/* webpackChunkName: "data" */ '../transfer/transferSenders').catch(notArrived);

type Services = Parameters<Awaited<ReturnType<typeof loadSenders>>['sendTransfer']>[0];

/** Sends an operation of an import by code that is loaded for the first of them. */
export function* sendTransferLater(services: Services, operation: TransferOperation): Saga<Outcome> {
  const { sendTransfer } = yield* call(loadSenders);
  return yield* call(sendTransfer, services, operation);
}
