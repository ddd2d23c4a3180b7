import type { DraftsLater, DraftService } from '../../services/device';

/** Loads the service of drafts when it is first needed; a load that failed is tried again the next time. */
export function createDraftsLater(load: () => Promise<DraftService>): DraftsLater {
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
    get service() {
      return service;
    },
    open: userId =>
      get().then(
        drafts => drafts.open(userId),
        () => undefined, // forms say that nothing is kept
      ),
    clear: async userId => (await get()).clear(userId),
  };
}
