import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** The operator's options. Folders are absolute. */
export interface ServiceOptions {
  /** The public host name: `tasks.example`. */
  name: string;
  port: number;
  /** The folder of the program, and the Node that runs it. */
  program: string;
  node: string;
  data: string;
  backups: string;
  /** The folder on another disk for a follower, if any. */
  follow: string | null;
  /** Writes the files below `root` instead of printing them. */
  install: boolean;
  root: string;
}

export const USAGE =
  'Usage: npm run service -- NAME [--install] [--port 8080] [--backups FOLDER] [--follow FOLDER], e.g. npm run service -- tasks.example';

const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const HOST_NAME = new RegExp(`^${LABEL}(\\.${LABEL})*$`);
/** Text that needs no quotes in a unit; a percent sign has a special meaning there. */
const PLAIN_PATH = /^\/[\w@+=,./-]*$/;

export class ServiceError extends Error {}

/** Parses the arguments of `npm run service --`. Throws a `ServiceError` with one sentence. */
export function readOptions(args: readonly string[], program: string, node: string): ServiceOptions {
  const { values, positionals } = parsed(args);
  const [name, ...rest] = positionals;
  if (name === undefined || rest.length > 0) throw new ServiceError(USAGE);
  if (!HOST_NAME.test(name) || name.length > 253)
    throw new ServiceError(`'${name}' is not a name like tasks.example: no https://, no port, no capitals.`);
  const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : NaN;
  if (!(port >= 1_024 && port <= 65_535))
    throw new ServiceError(`--port must be a number from 1024 to 65535, not '${values.port}'.`);
  const data = '/var/lib/daywall/data';
  const follow = values.follow === undefined ? null : plain(resolve(values.follow));
  if (follow !== null && `${follow}/`.startsWith(`${data}/`))
    throw new ServiceError(
      `--follow must name a folder outside of the data, on another disk, not ${follow}.`,
    );
  return {
    name,
    port,
    program: plain(program),
    node: plain(node),
    data,
    backups: plain(resolve(values.backups)),
    follow,
    install: values.install,
    root: resolve(values.root),
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        install: { type: 'boolean', default: false },
        port: { type: 'string', default: '8080' },
        backups: { type: 'string', default: '/var/lib/daywall/backups' },
        follow: { type: 'string' },
        root: { type: 'string', default: '/' },
      },
    });
  } catch (error) {
    throw new ServiceError(`${(error as Error).message.split('\n')[0]} ${USAGE}`);
  }
}

function plain(path: string): string {
  if (PLAIN_PATH.test(path) && dirname(path) !== path) return path;
  throw new ServiceError(
    `The path ${path} has characters that a systemd unit would need quotes for: move it, to /opt/daywall for example.`,
  );
}
