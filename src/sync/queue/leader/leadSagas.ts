import type { Task } from 'redux-saga';
import {
  call,
  cancel,
  channelOf,
  fork,
  put,
  race,
  select,
  take,
  takeFrom,
  type Saga,
} from '../../../lib/effects';
import type { LeaderElection } from './leader';
import { selectStorage, senderChanged, sendingResumed, storageFailed } from '../queueSlice';
import { sendPending, type Sender, type SendingServices, type Together } from '../sending/sendSagas';

export type LeadServices = SendingServices & { election: LeaderElection };

/**
 * Sends pending operations while this tab is the leader, including those stored earlier. When the device's database
 * has failed, this tab sends what it has in memory, and another one may lead.
 */
export function* keepSending(
  services: LeadServices,
  userId: string,
  send: Sender,
  together?: Together,
): Saga {
  yield* race({
    isOver: sendAsLeader(services, userId, send, together),
    isAlone: untilStorageFails(),
  });
  yield* put(senderChanged('this tab'));
  yield* put(sendingResumed());
  yield* call(sendPending, services, userId, send, together);
}

function* untilStorageFails(): Saga {
  if ((yield* select(selectStorage)) === 'device') yield* take(storageFailed);
}

function* sendAsLeader(services: LeadServices, userId: string, send: Sender, together?: Together): Saga {
  const turns = channelOf<boolean>(emit => services.election.lead(userId, emit));
  let sending: Task | undefined;
  try {
    for (;;) {
      const isLeader = yield* takeFrom(turns);
      yield* put(senderChanged(isLeader ? 'this tab' : 'another tab'));
      if (sending) yield* cancel(sending);
      if (sending) yield* put(sendingResumed());
      sending = isLeader ? yield* fork(sendPending, services, userId, send, together) : undefined;
    }
  } finally {
    turns.close();
  }
}
