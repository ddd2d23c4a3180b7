import { channelOf, put, takeFrom, type Saga } from '../lib/effects';
import type { DraftService } from '../services/device';
import { draftsChanged } from '../ui/uiSlice';

export type DraftServices = { drafts: DraftService };

/** Records in the store which forms have a draft, so that their rows and cards can be marked. */
export function* followDrafts({ drafts }: DraftServices, userId: string): Saga {
  const changes = channelOf<string[]>(emit => {
    emit(drafts.forms(userId));
    return drafts.follow(() => emit(drafts.forms(userId)));
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
