import { ServiceFailure } from '../../services/failure';

/** How long a write may be without an answer, and how long the SDK may try to connect. */
const ANSWER_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 10_000;

const unreachable = () => new ServiceFailure('network', 'disconnected', 'The server cannot be reached');

/** `cut`: not connected for so long that it may never be, because the network lets no WebSocket through. */
type Phase = 'connecting' | 'connected' | 'cut' | 'dropped';

/** Whether the SDK is connected, and who waits for that. `onCut` is told each 10 s without a connection. */
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
    /** The SDK says whether it is connected. It tries on after a cut, but nobody waits for it any more. */
    set(isConnected: boolean) {
      if (phase === 'dropped') return;
      enter(isConnected ? 'connected' : phase === 'cut' ? 'cut' : 'connecting');
      if (isConnected) return;
      untilCut = setTimeout(() => {
        enter('cut');
        onCut();
      }, CONNECT_TIMEOUT_MS);
    },
    /** The connection is given up. Answers false when it had been before. */
    drop() {
      if (phase === 'dropped') return false;
      enter('dropped');
      return true;
    },
    /** Resolves once it is connected; rejects once it has not been for 10 s. */
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
  // The SDK puts the code before the server's sentence.
  return new ServiceFailure('refused', code, message.replace(`${code}: `, ''));
};

/**
 * Makes a write while connected. A connection that is lost before the answer, or gives none for 30 s, is dropped with what
 * it holds: the write throws `network` then, `refused` when the rules refuse it.
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
