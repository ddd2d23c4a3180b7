import { call, channelOf, put, takeFrom, type Saga } from '../lib/effects';
import type { DraftServices } from './draftSagas';
import { draftsChanged } from '../ui/uiSlice';

/** Keeps in the store which forms have a draft, so that their rows and cards say so. Ends where none can be kept. */
export function* followDrafts({ drafts }: DraftServices, userId: string): Saga {
  yield* call(drafts.open, userId); // a form that is opened then waits for nothing
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
