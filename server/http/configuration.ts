import { FIRST, type Config } from '../config';

/**
 * The answer at `/__/firebase/init.json`. `emulated`, which hosted Firebase lacks, leads the app to our identity endpoints
 * and says whether mails are sent. The port is always written out: the SDK takes a URL without it for TLS.
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

/** The content of `/databases.json`: of which databases each user has one. None where there is only one. */
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
