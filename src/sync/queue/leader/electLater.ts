import type { LeaderElection } from './leader';

/** An election whose code is loaded when a tab first stands for it. */
export const electLater = (load: () => Promise<LeaderElection>): LeaderElection => ({
  lead(userId, listener) {
    let end: (() => void) | undefined;
    let ended = false;
    void load().then(
      election => {
        if (!ended) end = election.lead(userId, listener);
      },
      // Without the code there is nothing to agree by, so this tab sends its own.
      () => !ended && listener(true),
    );
    return () => {
      ended = true;
      end?.();
    };
  },
});
