import { ServiceFailure } from '../../services/failure';
import { loadConfig } from './config';
import { TIMEOUT_MS } from './rest';

/** The server's public key for Web Push; null where it has none, e.g. on hosted Firebase without the function. */
export async function pushKey(): Promise<string | null> {
  const { emulated } = await loadConfig();
  try {
    const answer = await fetch(`${emulated?.authUrl ?? ''}/push/key`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // Firebase Hosting answers an unknown path with the app's page.
    const found = (answer.ok ? await answer.json().catch(() => null) : null) as { key?: unknown } | null;
    return typeof found?.key === 'string' ? found.key : null;
  } catch {
    throw new ServiceFailure('network', 'unreachable', 'The server cannot be reached');
  }
}
