import pino, { type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from './settings/config';

/**
 * Structured log lines on stderr; stdout is for users. Callers log names, paths and numbers, never bodies, queries or
 * headers; the paths below are redacted in addition.
 */
export function createLog(level: LogLevel, stream: DestinationStream = stderr()): Logger {
  const secrets = [
    'password',
    'newPassword',
    'idToken',
    'refreshToken',
    'oobCode',
    'authorization',
    'headers',
    'url',
  ];
  const paths = secrets.flatMap(name => [name, `*.${name}`]);
  return pino({ level, redact: { paths, censor: '[secret]' }, base: null }, stream);
}

function stderr(): DestinationStream {
  // Writing may fail (a full disk, a closed terminal): the server continues without its log.
  return pino.destination({ fd: 2, sync: true }).on('error', () => undefined);
}
