import { historySaga, type HistoryServices } from '../../history/historySagas';
import { tickEarly } from '../../tasks/wire/earlyTicks';
import { withLocalTaskId } from '../../tasks/wire/localTaskId';
import { fork, type Saga } from '../../lib/effects';
import { forgottenBy } from '../../trash/trashForgetting';
import type { Queue } from '../../sync/queue/queue';
import { trashSaga, type TrashServices } from '../../trash/trashSagas';
import { followDrafts } from '../../drafts/draftMarks';
import { followStorage } from '../../ui/storageSagas';
import type { DraftServices } from '../../drafts/draftSagas';
import { rememberGuide } from '../../guide/guideSagas';
import { invert } from '../store/kinds';

export { sendChanges } from '../store/sendChanges';

/** The chunk of code that the first view does not need. */
export type LaterServices = HistoryServices & TrashServices & DraftServices & { queue: Queue };

/** The sagas of the signed-in user that are not needed at the start. */
export function* saga(services: LaterServices, userId: string): Saga {
  yield* fork(tickEarly, services, userId);
  yield* fork(rememberGuide);
  yield* fork(trashSaga, services, userId);
  yield* fork(followDrafts, services, userId);
  yield* fork(followStorage, services, userId);
  yield* fork(historySaga, services, userId, {
    localise: step => withLocalTaskId(services, step),
    invert,
    forgotten: forgottenBy,
  });
}
