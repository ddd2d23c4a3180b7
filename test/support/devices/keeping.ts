import { fork, type Saga } from '../../../src/lib/effects';
import { keepRequested } from '../../../src/sync/queue/queueSagas';
import type { fakeServices } from './fakeServices';

/** Runs a saga beside the one that stores its requests in the queue. It never ends by itself. */
export function* keeping(services: ReturnType<typeof fakeServices>, saga: () => Saga): Saga {
  yield* fork(keepRequested, services as never, 'anna');
  yield* fork(saga);
}
