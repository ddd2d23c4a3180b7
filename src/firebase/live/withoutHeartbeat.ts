import type { FirebaseApp } from 'firebase/app';

/**
 * Turns off the SDK's heartbeat, which counts days of use in two databases. Every sign-in request waits for these,
 * forever if one never answers.
 */
export function withoutHeartbeat(app: FirebaseApp) {
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
