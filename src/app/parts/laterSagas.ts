import { createSelector } from '@reduxjs/toolkit';
import { historySaga, type HistoryServices } from '../../history/historySagas';
import { historyRead, selectEntries } from '../../history/historySlice';
import { kindIn } from '../../sync/kinds';
import { taskKinds } from '../../tasks/taskKinds';
import { removeDuplicates, type ConfirmedAdd } from '../../tasks/wire/duplicates';
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

/** The adds in this device's history that the server has confirmed. */
const selectConfirmedAdds = createSelector([selectEntries], (entries): ConfirmedAdd[] =>
  entries.flatMap(({ steps }) =>
    steps.flatMap(step => {
      const add = step.payload as ConfirmedAdd;
      return kindIn(taskKinds, step)?.added && add.fireId ? add : [];
    }),
  ),
);

/** The sagas of the signed-in user that are not needed at the start. */
export function* saga(services: LaterServices, userId: string): Saga {
  yield* fork(removeDuplicates, services, userId, selectConfirmedAdds, historyRead);
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
