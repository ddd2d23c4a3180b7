import { call, channelOf, put, takeFrom, type Saga } from '../lib/effects';
import type { DraftServices } from './draftSagas';
import { draftsChanged } from '../ui/uiSlice';

/**
 * Records in the store which forms have a draft, so that their rows and cards can be marked. Ends where drafts cannot
 * be stored.
 */
export function* followDrafts({ drafts }: DraftServices, userId: string): Saga {
  yield* call(drafts.open, userId); // loaded before a form needs it
  const { service } = drafts;
  if (!service) return;
  const changes = channelOf<string[]>(emit => {
    emit(service.forms(userId));
    return service.follow(() => emit(service.forms(userId)));
  });
  try {
    for (let names = ''; ;) {
      const forms = yield* takeFrom(changes);
      if (forms.join() !== names) yield* put(draftsChanged(forms));
      names = forms.join();
    }
  } finally {
    changes.close();
  }
}
