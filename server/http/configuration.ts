import type { Config } from '../config';

/**
 * What Firebase Hosting serves at `/__/firebase/init.json`, for this server. `emulated` is ours: it tells the app to
 * speak to our identity endpoints, and hosted Firebase lacks it. The port is always written out, because the SDK
 * takes a URL without one for TLS.
 */
export function firebaseConfig(config: Config, origin: string): Record<string, unknown> {
  const { protocol, host, hostname, port } = new URL(origin);
  const explicitPort = port || (protocol === 'https:' ? '443' : '80');
  return {
    apiKey: 'daywall',
    authDomain: host,
    databaseURL: `${protocol}//${hostname}:${explicitPort}?ns=${config.instances[0]}`,
    projectId: config.projectId,
    appId: `1:1:web:${config.projectId}`,
    emulated: { authUrl: origin },
  };
}
