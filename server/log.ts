import pino, { type Logger } from 'pino';
import type { LogLevel } from './config';

/**
 * Structured lines on stderr; stdout is for people. Who logs hands over names, paths and numbers, never bodies,
 * queries or headers; the paths below are the net under that.
 */
export function createLog(level: LogLevel): Logger {
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
  const stderr = pino.destination({ fd: 2, sync: true });
  // Writing can fail (a full disk, a closed terminal): the server goes on without its log.
  stderr.on('error', () => undefined);
  return pino({ level, redact: { paths, censor: '[secret]' }, base: null }, stderr);
}
