import { Component, lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { Notice } from './Notice';
import { TextButton } from './Button';
import { Spinner } from './Spinner';

/** The code of a part did not arrive: no network, or a deploy has replaced it. */
class ChunkFailure extends Error {
  override name = 'ChunkFailure';
}

type Loader<Props> = () => Promise<{ default: ComponentType<Props> }>;
type State<Props> = { Part: ComponentType<Props>; failure: unknown };

/**
 * A part of the app whose code is loaded when it is first shown, or before by `preload`. If it can't be, it says so in
 * its place and offers another try.
 */
export function chunk<Props extends object>(
  load: Loader<Props>,
  fallback: ReactNode = <Spinner label="Loading…" />,
) {
  const loaded = () =>
    load().catch((cause: unknown) => {
      throw new ChunkFailure('The code of this part did not arrive', { cause });
    });
  const fresh = () => lazy(loaded) as unknown as ComponentType<Props>;
  let ready: ComponentType<Props> | null = null;

  return class Chunk extends Component<Props, State<Props>> {
    static async preload() {
      // That it fails is said when the part is shown.
      ready = (await load().catch(() => null))?.default ?? null;
    }
    static getDerivedStateFromError(failure: unknown) {
      return { failure };
    }
    override state: State<Props> = { Part: ready ?? fresh(), failure: null };
    override render() {
      const { Part, failure } = this.state;
      if (failure instanceof ChunkFailure) {
        return (
          <Notice kind="failure">
            This part of Daywall could not be loaded.{' '}
            <TextButton onClick={() => this.setState({ Part: fresh(), failure: null })}>Retry</TextButton>
          </Notice>
        );
      }
      if (failure) throw failure;
      return (
        <Suspense fallback={fallback}>
          <Part {...this.props} />
        </Suspense>
      );
    }
  };
}
