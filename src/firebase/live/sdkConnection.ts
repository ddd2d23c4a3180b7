import { ServiceFailure } from '../../services/failure';

/** The maximum time for the answer to a write, and for connecting. Milliseconds. */
const ANSWER_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 10_000;

const unreachable = () => new ServiceFailure('network', 'disconnected', 'The server cannot be reached');

/** `cut`: disconnected for so long that the network may be blocking WebSockets. */
type Phase = 'connecting' | 'connected' | 'cut' | 'dropped';

/** Whether the SDK is connected, and who waits for it. `onCut` is called after each 10 s without a connection. */
export function createSdkConnection(onCut: () => void) {
  let phase: Phase = 'connecting';
  let untilCut: ReturnType<typeof setTimeout> | undefined;
  const waiting = new Set<(isConnected: boolean) => void>();
  const enter = (next: Phase) => {
    phase = next;
    clearTimeout(untilCut);
    [...waiting].forEach(listener => listener(phase === 'connected'));
  };
  const wait = (listener: (isConnected: boolean) => void) => {
    waiting.add(listener);
    return () => void waiting.delete(listener);
  };

  return {
    /** The SDK reports its connection state. It keeps trying after a cut, but nothing waits for it any more. */
    set(isConnected: boolean) {
      if (phase === 'dropped') return;
      enter(isConnected ? 'connected' : phase === 'cut' ? 'cut' : 'connecting');
      if (isConnected) return;
      untilCut = setTimeout(() => {
        enter('cut');
        onCut();
      }, CONNECT_TIMEOUT_MS);
    },
    /** Gives the connection up. Returns false if that had already happened. */
    drop() {
      if (phase === 'dropped') return false;
      enter('dropped');
      return true;
    },
    /** Resolves once connected; rejects after 10 s without a connection. */
    connected: () =>
      new Promise<void>((resolve, reject) => {
        if (phase === 'connected') return resolve();
        if (phase !== 'connecting') return reject(unreachable());
        const stop = wait(isConnected => {
          stop();
          if (isConnected) resolve();
          else reject(unreachable());
        });
      }),
    wait,
  };
}

type SdkConnection = Pick<ReturnType<typeof createSdkConnection>, 'connected' | 'wait'>;

const failureOf = (error: unknown) => {
  if (error instanceof ServiceFailure) return error;
  const { code = 'refused', message = '' } = error as { code?: string; message?: string };
  // The SDK puts the error code before the server's message.
  return new ServiceFailure('refused', code, message.replace(`${code}: `, ''));
};

/**
 * Makes a write while connected. A connection that is lost before the answer, or silent for 30 s, is dropped, and the
 * write throws `network`. It throws `refused` when the rules refuse it.
 */
export async function sendOver(
  { connected, wait }: SdkConnection,
  drop: () => unknown,
  write: () => Promise<void>,
) {
  await connected();
  await new Promise<void>((resolve, reject) => {
    const end = () => {
      stop();
      clearTimeout(timer);
    };
    const giveUp = () => {
      end();
      void drop();
      reject(unreachable());
    };
    const stop = wait(isConnected => isConnected || giveUp());
    const timer = setTimeout(giveUp, ANSWER_TIMEOUT_MS);
    write()
      .finally(end)
      .then(resolve, error => reject(failureOf(error)));
  });
}
