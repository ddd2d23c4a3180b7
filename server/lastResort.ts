import type { Logger } from 'pino';

/**
 * The net under everything: an error that no part handled is told to the operator as a bug, and the process goes on. What
 * is answered is on disk by then, and each part refuses or ends what it could not do, so nothing is left half done; a
 * server that ended instead would be gone until somebody noticed. Call it once the server is ready.
 */
export function surviveErrors(log: Logger): void {
  process.on('uncaughtException', error => log.error({ err: error }, 'a bug: no part handled this error'));
}
