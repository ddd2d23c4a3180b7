import { listPaths } from '../../services/databasePaths';
import type { LiveEvent, LiveList } from '../../services/database';
import type { LiveWire } from './liveWire';

const RETRY_AFTER_MS = 5000;

/** The followers of lists, over the current connection, which `sourceOf` returns. Each can be restarted. */
export function createFollowers(sourceOf: (userId: string) => Promise<LiveWire>) {
  const restarts = new Set<() => void>();
  return {
    restartAll: () => [...restarts].forEach(restart => restart()),
    /** After a lost connection the whole list is read again. */
    follow(
      userId: string,
      list: LiveList,
      listener: (event: LiveEvent) => void,
      knownKeys?: readonly string[],
    ): () => void {
      let stop: (() => void) | undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let begun = 0;
      const begin = async () => {
        const mine = ++begun;
        stop?.();
        stop = undefined;
        clearTimeout(timer);
        try {
          const source = await sourceOf(userId);
          if (mine === begun) stop = source.follow(listPaths[list], listener, again, knownKeys);
        } catch {
          if (mine === begun) again();
        }
      };
      const beginIn = (milliseconds: number) => {
        clearTimeout(timer);
        timer = setTimeout(() => void begin(), milliseconds);
      };
      const again = () => beginIn(RETRY_AFTER_MS);
      const restart = () => beginIn(0);
      restarts.add(restart);
      void begin();
      return () => {
        begun++;
        restarts.delete(restart);
        clearTimeout(timer);
        stop?.();
      };
    },
  };
}
