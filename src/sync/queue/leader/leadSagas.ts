import type { Task } from 'redux-saga';
import { cancel, channelOf, fork, put, takeFrom, type Saga } from '../../../lib/effects';
import type { LeaderElection } from './leader';
import { senderChanged, sendingResumed } from '../queueSlice';
import { sendPending, type Sender, type SendingServices, type Together } from '../sending/sendSagas';

export type LeadServices = SendingServices & { election: LeaderElection };

/** Sends pending operations while this tab is the leader, including those stored earlier. */
export function* keepSending(
  services: LeadServices,
  userId: string,
  send: Sender,
  together?: Together,
): Saga {
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
