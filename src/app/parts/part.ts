import type { Slice } from '@reduxjs/toolkit';
import { call, type Saga } from '../../lib/effects';
import { ServiceFailure } from '../../services/failure';
import { rootReducer } from '../store/rootReducer';

/** A part of the app whose code is one chunk, loaded late: components, and with them a slice and sagas if it has any. */
export type Part<Code> = {
  /** Loads the code, once. Throws a `ServiceFailure` of kind `network` when it does not come; the next call tries again. */
  load(): Promise<Code>;
  /** Resolves when the code is loaded, no matter who loaded it. */
  loaded: Promise<Code>;
};

/** Injects the slice before any other code uses the part. */
export function part<Code extends object>(importCode: () => Promise<Code & { slice?: Slice }>): Part<Code> {
  let resolve: (code: Code) => void;
  const loaded = new Promise<Code>(done => (resolve = done));
  let loading: Promise<Code> | undefined;
  const load = async () => {
    try {
      const code = await importCode();
      if (code.slice) rootReducer.inject(code.slice);
      resolve(code);
      return code;
    } catch {
      loading = undefined;
      throw new ServiceFailure('network', 'chunk', 'A part of Daywall could not be loaded');
    }
  };
  return { loaded, load: () => (loading ??= load()) };
}

/**
 * Runs the saga of a part once its code is loaded. No action for the saga comes earlier: the components that dispatch
 * them are in the same chunk.
 */
export function* runPart<Args extends unknown[]>(
  { loaded }: Part<{ saga: (...args: Args) => Saga }>,
  ...args: Args
): Saga {
  const { saga } = yield* call(() => loaded);
  yield* call(saga, ...args);
}
