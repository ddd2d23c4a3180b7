import type { LeaderElection } from './leader';

/** An election whose code is loaded at the first candidacy. */
export const electLater = (load: () => Promise<LeaderElection>): LeaderElection => ({
  lead(userId, listener) {
    let end: (() => void) | undefined;
    let ended = false;
    void load().then(
      election => {
        if (!ended) end = election.lead(userId, listener);
      },
      // If the code cannot be loaded, no agreement is possible, so this tab sends its own operations.
      () => !ended && listener(true),
    );
    return () => {
      ended = true;
      end?.();
    };
  },
});
