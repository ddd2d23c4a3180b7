import { ServiceFailure } from '../services/failure';

/**
 * Loads code that only some senders need. A failed load (no network, or replaced by a deploy) throws a `network`
 * failure, so that the operation is retried like any other that did not reach the server.
 */
export const lazyImport =
  <Code>(load: () => Promise<Code>): (() => Promise<Code>) =>
  () =>
    load().catch(() => {
      throw new ServiceFailure('network', 'chunk', 'A part of Daywall could not be loaded');
    });
