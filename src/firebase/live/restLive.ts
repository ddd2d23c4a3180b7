import type { Json, LiveEvent } from '../../services/database';
import { addressOf } from '../rest/address';
import { databaseOf, loadConfig } from '../rest/config';
import { eventsOf } from './eventStream';
import type { LiveParts } from './liveWire';
import { createLiveTree, type LiveTree } from './liveTree';

/** The maximum time for a stream's first event, and between its keep-alive events, which come every 30 s. */
const SILENT_AT_FIRST_MS = 10_000;
const SILENT_MS = 75_000;
/** The interval of reads where the network blocks streams. */
const POLL_MS = 20_000;
const RETRY_AFTER_MS = 2000;
const LONGEST_RETRY_MS = 60_000;

/** Reads the user's data as one event stream into the tree. */
function createStream({ auth, onConnected }: LiveParts, userId: string, tree: LiveTree) {
  let isTokenRefused = false;
  const open = async (signal: AbortSignal) => {
    const [databaseURL, token] = await Promise.all([
      loadConfig().then(config => databaseOf(config, userId)),
      auth.idToken(userId, isTokenRefused),
    ]);
    const answer = await fetch(addressOf(databaseURL, userId, '', token), {
      headers: { Accept: 'text/event-stream' },
      cache: 'no-store',
      signal,
    });
    isTokenRefused = answer.status === 401 && !isTokenRefused;
    return answer.ok ? answer.body : null;
  };

  /** Resolves with whether any event arrived before the stream ended. */
  const read = async (stopped: AbortSignal): Promise<boolean> => {
    const ended = new AbortController();
    const end = () => ended.abort();
    const endUnwanted = () => isWanted() || end();
    stopped.addEventListener('abort', end);
    addEventListener('visibilitychange', endUnwanted, true);
    let silence = setTimeout(end, SILENT_AT_FIRST_MS);
    let isReported = false;
    try {
      const body = await open(ended.signal);
      if (!body) return false;
      for await (const event of eventsOf(body)) {
        clearTimeout(silence);
        silence = setTimeout(end, SILENT_MS);
        if (event.type === 'puts') {
          if (!isReported) onConnected();
          isReported = true;
          tree.apply(event.puts);
        } else if (event.type !== 'alive') {
          isTokenRefused = event.type === 'revoked';
          return isReported;
        }
      }
      return isReported;
    } catch {
      return isReported;
    } finally {
      clearTimeout(silence);
      stopped.removeEventListener('abort', end);
      removeEventListener('visibilitychange', endUnwanted, true);
      end();
    }
  };
  return { read, isRefused: () => isTokenRefused };
}

/**
 * Follows a user's lists by one event stream over all their data, because browsers allow six connections to an HTTP/1.1
 * server. Where the network holds streams back, the data is read every 20 s. A hidden or offline page reads nothing.
 */
export function createRestLive(parts: LiveParts, userId: string) {
  const { rest, onConnected } = parts;
  const tree = createLiveTree();
  const stream = createStream(parts, userId, tree);
  let reading: AbortController | undefined;
  let hasStreams = true;

  const poll = async (stopped: AbortSignal) => {
    const value: Json = (await rest(userId, '')).value;
    if (stopped.aborted) return;
    onConnected();
    if (!tree.isEqual(value)) tree.apply([{ path: [], value }]);
  };

  const keepReading = async (stopped: AbortSignal) => {
    let retryAfter = RETRY_AFTER_MS;
    while (!stopped.aborted) {
      await untilWanted(stopped);
      if (hasStreams && (await stream.read(stopped))) {
        retryAfter = RETRY_AFTER_MS;
        await pause(RETRY_AFTER_MS, stopped);
        continue;
      }
      if (stopped.aborted || !isWanted()) continue;
      try {
        await poll(stopped);
        // The server responds, but its stream is silent.
        hasStreams &&= stream.isRefused();
        retryAfter = RETRY_AFTER_MS;
        await pause(POLL_MS, stopped);
      } catch {
        await pause(retryAfter, stopped);
        retryAfter = Math.min(LONGEST_RETRY_MS, 2 * retryAfter);
      }
    }
  };

  return (path: string, listener: (event: LiveEvent) => void): (() => void) => {
    const stop = tree.follow(path, listener);
    if (!reading) {
      reading = new AbortController();
      void keepReading(reading.signal);
    }
    return () => {
      stop();
      if (tree.isFollowed()) return;
      reading?.abort();
      reading = undefined;
      tree.forget();
    };
  };
}

const isWanted = () => document.visibilityState !== 'hidden' && navigator.onLine;
const EVENTS = ['visibilitychange', 'online'] as const;

/** Resolves when the page is visible and the browser online, or at `stopped`. */
function untilWanted(stopped: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const look = () => {
      if (!stopped.aborted && !isWanted()) return;
      EVENTS.forEach(name => removeEventListener(name, look, true));
      stopped.removeEventListener('abort', look);
      resolve();
    };
    EVENTS.forEach(name => addEventListener(name, look, true));
    stopped.addEventListener('abort', look);
    look();
  });
}

/** Resolves after so many milliseconds, or at `stopped`. */
function pause(milliseconds: number, stopped: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer);
      stopped.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    stopped.addEventListener('abort', end);
    if (stopped.aborted) end();
  });
}
