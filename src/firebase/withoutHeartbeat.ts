import type { FirebaseApp } from 'firebase/app';

/**
 * Counts no days of use for Firebase. The SDK keeps them in two databases, and every request of a sign-in waits for these:
 * one that never answers would keep it for ever.
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
