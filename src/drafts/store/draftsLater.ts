import type { DraftsLater, DraftService } from '../../services/device';
import { openEarlyWords } from './earlyWords';
import type { Page } from './unsavedDraft';

/** Loads the drafts service when it is first needed; a failed load is repeated at the next use. */
export function createDraftsLater(load: () => Promise<DraftService>, page: Page): DraftsLater {
  const early = openEarlyWords(page);
  let service: DraftService | null = null;
  let loading: Promise<DraftService> | undefined;
  const get = async () => {
    loading ??= load();
    try {
      return (service = await loading);
    } catch (failure) {
      loading = undefined;
      throw failure;
    }
  };
  return {
    early,
    get service() {
      return service;
    },
    open: userId =>
      get().then(
        drafts => drafts.open(userId),
        () => undefined, // forms then say that nothing is stored
      ),
    handOver(areOperationsKept) {
      early.handOver();
      service?.handOver(areOperationsKept);
    },
    async clear(userId) {
      early.clear(userId);
      await (await get()).clear(userId);
    },
  };
}
