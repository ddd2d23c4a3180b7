import { FIRST, type Config } from '../settings/config';

/**
 * The content of `/__/firebase/init.json`. `emulated`, which hosted Firebase lacks, points the app to this server's
 * identity endpoints and says whether mails are sent. The port is always explicit, because the SDK takes a URL without
 * one for TLS.
 */
export function firebaseConfig(config: Config, origin: string): Record<string, unknown> {
  const { host } = new URL(origin);
  return {
    apiKey: 'daywall',
    authDomain: host,
    databaseURL: databaseUrl(config.instances[0], origin),
    projectId: config.projectId,
    appId: `1:1:web:${config.projectId}`,
    emulated: { authUrl: origin, ...(config.mail && { mails: true }) },
  };
}

/** The content of `/databases.json`: the databases of which each user has one. Empty when there is only one. */
export function namedDatabases({ instances }: Config, origin: string) {
  const [first, ...more] = instances;
  if (more.length === 0) return { databases: [] };
  const named = [{ name: FIRST, url: databaseUrl(first, origin) }];
  return { databases: [...named, ...more.map(name => ({ name, url: databaseUrl(name, origin) }))] };
}

function databaseUrl(instance: string, origin: string): string {
  const { protocol, hostname, port } = new URL(origin);
  const explicitPort = port || (protocol === 'https:' ? '443' : '80');
  return `${protocol}//${hostname}:${explicitPort}?ns=${instance}`;
}
