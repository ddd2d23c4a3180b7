import { call, race, take, type Saga } from '../lib/effects';
import { findFailed, findRequested } from './findSlice';
import type { FindServices } from './findSagas';

/**
 * Nothing is indexed before somebody looks for something. Who does has the palette, and this code came with it: it is
 * the same chunk. After a failure the next letter begins anew.
 */
export function* keepFinding(services: FindServices): Saga {
  for (;;) {
    yield* take(findRequested);
    const { followRecords } = yield* call(() => import(/* webpackChunkName: "keyboard" */ './findSagas'));
    yield* race({ follow: call(followRecords, services), failed: take(findFailed) });
  }
}
