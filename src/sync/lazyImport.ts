import { ServiceFailure } from '../services/failure';

/**
 * Code that only some operations need to be sent. When it does not come (no network, or a deploy has replaced it) the
 * load throws a `network` failure, and the operation is tried again like anything that did not reach the server.
 */
export const lazyImport =
  <Code>(load: () => Promise<Code>): (() => Promise<Code>) =>
  () =>
    load().catch(() => {
      throw new ServiceFailure('network', 'chunk', 'A part of Daywall could not be loaded');
    });
