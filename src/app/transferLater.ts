import { call, take, type Saga } from '../lib/effects';
import type { Outcome } from '../sync/operations';
import { ServiceFailure } from '../services/failure';
import { dataPageOpened } from '../transfer/opened';
import type { TransferOperation } from '../transfer/transferOperations';
import type { TransferServices } from '../transfer/transferSagas';

/** No network, or a deploy has replaced it: to be tried again like anything that did not reach the server. */
const notArrived = () => {
  throw new ServiceFailure('network', 'chunk', 'A part of Daywall could not be loaded');
};
const loadSenders = () =>
  import(/* webpackChunkName: "data" */ '../transfer/transferSenders').catch(notArrived);
const loadSagas = () => import(/* webpackChunkName: "data" */ '../transfer/transferSagas');

type Services = Parameters<Awaited<ReturnType<typeof loadSenders>>['sendTransfer']>[0];

/** Sends an operation of an import by code that is loaded for the first of them. */
export function* sendTransferLater(services: Services, operation: TransferOperation): Saga<Outcome> {
  const { sendTransfer } = yield* call(loadSenders);
  return yield* call(sendTransfer, services, operation);
}

/** Begins what exports and imports when their page is first opened; its code came with the page. */
export function* transferLater(services: TransferServices, userId: string): Saga {
  yield* take(dataPageOpened);
  const { transferSaga } = yield* call(loadSagas);
  yield* call(transferSaga, services, userId);
}
