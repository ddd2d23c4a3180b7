import { useLayoutEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Notice } from './Notice';
import { TextButton } from './Button';
import { Spinner } from './Spinner';

type Loader<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * A part of the app whose code is loaded when it is first shown, or before by `preload`. If it can't be (no network, or a
 * deploy has replaced it), it says so in its place and offers another try, and the way back if the part has one: it may
 * cover all others. React's own `lazy` would keep its fallback on the screen for 300 ms, however soon the code is there.
 */
export function chunk<Props extends object>(
  load: Loader<Props>,
  fallback: ReactNode = <Spinner label="Loading…" />,
) {
  let ready: ComponentType<Props> | null = null;
  const get = async () => (ready ??= (await load()).default);

  function Chunk(props: Props & { onClose?: () => void }) {
    const [Part, setPart] = useState(() => ready);
    const [phase, setPhase] = useState<'loading' | 'failed'>('loading');
    useLayoutEffect(() => {
      if (Part || phase === 'failed') return;
      let isGone = false;
      get().then(
        part => isGone || setPart(() => part),
        () => isGone || setPhase('failed'),
      );
      return () => {
        isGone = true;
      };
    }, [Part, phase]);

    if (Part) return <Part {...props} />;
    if (phase === 'loading') return fallback;
    return (
      <Notice kind="failure">
        This part of Daywall could not be loaded.{' '}
        <TextButton onClick={() => setPhase('loading')}>Retry</TextButton>{' '}
        {props.onClose && <TextButton onClick={props.onClose}>Close</TextButton>}
      </Notice>
    );
  }

  return Object.assign(Chunk, {
    /** That it fails is said when the part is shown. */
    preload: () => get().catch(() => null),
  });
}
