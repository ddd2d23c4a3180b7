import { call, flush, keepAll, put, race, take, takeFrom, type Saga } from '../lib/effects';
import type { CalendarService } from '../services/calendar';
import { failureOf } from '../services/failure';
import { addressAnswered, addressClosed, addressFailed, addressRequested } from './calendarSlice';

type Services = { calendar: CalendarService };

/**
 * Answers the requests of the calendar address one after the other, so that the last choice stands. An answer for a page
 * that was closed is dropped.
 */
export function* calendarSaga(services: Services, userId: string): Saga {
  const requests = yield* keepAll(addressRequested);
  for (;;) {
    const request = yield* takeFrom(requests);
    const { closed } = yield* race({
      answered: answer(services, userId, request),
      closed: take(addressClosed),
    });
    if (closed) yield* flush(requests);
  }
}

function* answer(
  { calendar }: Services,
  userId: string,
  { payload }: ReturnType<typeof addressRequested>,
): Saga {
  try {
    yield* put(addressAnswered(yield* call(calendar, userId, payload)));
  } catch (failure) {
    yield* put(addressFailed(failureOf(failure).message));
  }
}
