import { initializeApp, type FirebaseApp } from 'firebase/app';
import { connectAuthEmulator, initializeAuth, type Persistence } from 'firebase/auth';
import type { FirebaseConfig } from '../rest/config';

/** Opens a Firebase app with the Auth SDK. */
export function openSdk(config: FirebaseConfig, persistence: Persistence, name?: string) {
  const app = initializeApp(config, name);
  withoutHeartbeat(app);
  const auth = initializeAuth(app, { persistence });
  if (config.emulated) connectAuthEmulator(auth, config.emulated.authUrl, { disableWarnings: true });
  return { app, auth };
}

/**
 * Turns off the SDK's heartbeat, which counts days of use in two databases. Every sign-in request waits for these,
 * forever if one never answers.
 */
function withoutHeartbeat(app: FirebaseApp) {
  const { container } = app as unknown as { container: { addOrOverwriteComponent(component: object): void } };
  container.addOrOverwriteComponent({
    name: 'heartbeat',
    type: 'PRIVATE',
    instantiationMode: 'LAZY',
    multipleInstances: false,
    serviceProps: {},
    onInstanceCreated: null,
    instanceFactory: () => ({ triggerHeartbeat: async () => undefined, getHeartbeatsHeader: async () => '' }),
  });
}
