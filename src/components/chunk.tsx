import { useLayoutEffect, useState, useEffect, useEffectEvent, type ComponentType } from 'react';
import { Notice } from './messages/Notice';
import { TextButton } from './Button';
import { Spinner } from './messages/Spinner';

/** Calls back when the browser has a network again, while `isWanted`. */
function useOnline(isWanted: boolean, onOnline: () => void) {
  const call = useEffectEvent(onOnline);
  useEffect(() => {
    if (!isWanted) return;
    const listener = () => call();
    addEventListener('online', listener);
    return () => removeEventListener('online', listener);
  }, [isWanted]);
}

const hasFailed = (phase: string) => phase.startsWith('failed');

type Loader<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * A component whose code is loaded when it is first shown. A failure is shown in its place with Retry; a second one
 * offers a reload. When the network returns, it is loaded again.
 */
// React's `lazy` shows its fallback for at least 300 ms.
export function chunk<Props extends object>(load: Loader<Props>) {
  let ready: ComponentType<Props> | null = null;
  const get = async () => (ready ??= (await load()).default);

  function Chunk(props: Props) {
    const [Part, setPart] = useState(() => ready);
    const [phase, setPhase] = useState<'loading' | 'failed' | 'retrying' | 'failedAgain'>('loading');
    useLayoutEffect(() => {
      if (Part || hasFailed(phase)) return;
      let isGone = false;
      get().then(
        part => isGone || setPart(() => part),
        () => isGone || setPhase(phase === 'loading' ? 'failed' : 'failedAgain'),
      );
      return () => {
        isGone = true;
      };
    }, [Part, phase]);
    const retry = () => setPhase('retrying');
    useOnline(hasFailed(phase), retry);

    if (Part) return <Part {...props} />;
    if (!hasFailed(phase)) return <Spinner label="Loading…" />;
    return (
      <Notice kind="failure">
        <span>This part of Daywall could not be loaded. </span>
        <TextButton onClick={retry}>Retry</TextButton>{' '}
        {phase === 'failedAgain' && (
          <TextButton onClick={() => location.reload()}>Reload the page</TextButton>
        )}
      </Notice>
    );
  }
  /** Loads the code before it is shown. */
  return Object.assign(Chunk, { load: () => void get().catch(() => {}) });
}
