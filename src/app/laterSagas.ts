import { createSelector } from '@reduxjs/toolkit';
import { historySaga, type HistoryServices } from '../history/historySagas';
import { selectEntries } from '../history/historySlice';
import { kindIn } from '../sync/kinds';
import { taskKinds } from '../tasks/taskKinds';
import { removeDuplicates, type ConfirmedAdd } from '../tasks/duplicates';
import { withTaskIdHere } from '../tasks/taskIdHere';
import { fork, type Saga } from '../lib/effects';
import { forgottenBy } from '../trash/trashForgetting';
import type { Queue } from '../sync/queue';
import { trashSaga, type TrashServices } from '../trash/trashSagas';
import { followDrafts } from '../ui/draftMarks';
import type { DraftServices } from '../ui/draftSagas';
import { addTasksOfNotes } from './addTaskOfNote';
import { rememberGuide } from './guideSagas';
import { invert } from './kinds';

export { sendChanges } from './sendChanges';

/** What is not needed for the first view, in a chunk of its own. */
export type LaterServices = HistoryServices & TrashServices & DraftServices & { queue: Queue };

/** The adds of this device's history that the server confirmed. */
const selectConfirmedAdds = createSelector([selectEntries], (entries): ConfirmedAdd[] =>
  entries.flatMap(({ steps }) =>
    steps.flatMap(step => {
      const add = step.payload as ConfirmedAdd;
      return kindIn(taskKinds, step)?.added && add.fireId ? add : [];
    }),
  ),
);

/** The features of the signed-in user that nothing waits for at the start. */
export function* laterSaga(services: LaterServices, userId: string): Saga {
  yield* fork(addTasksOfNotes, services);
  yield* fork(removeDuplicates, services, userId, selectConfirmedAdds);
  yield* fork(rememberGuide);
  yield* fork(trashSaga, services, userId);
  yield* fork(followDrafts, services, userId);
  yield* fork(historySaga, services, userId, {
    here: step => withTaskIdHere(services, step),
    invert,
    forgotten: forgottenBy,
  });
}
