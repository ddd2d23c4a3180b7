import type { Logger } from 'pino';

/**
 * The handler for uncaught errors: each is logged as a bug, and the process continues. Answered writes are on disk by
 * then, and each part refuses or ends what it could not complete. Call it once the server is ready.
 */
export function surviveErrors(log: Logger): void {
  process.on('uncaughtException', error => log.error({ err: error }, 'a bug: no part handled this error'));
}
