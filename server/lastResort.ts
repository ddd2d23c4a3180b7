import type { Logger } from 'pino';

/**
 * The last handler of errors: each is told to the operator as a bug, and the process goes on. Answered writes are on disk
 * by then, and each part refuses or ends what it could not do. Call it once the server is ready.
 */
export function surviveErrors(log: Logger): void {
  process.on('uncaughtException', error => log.error({ err: error }, 'a bug: no part handled this error'));
}
