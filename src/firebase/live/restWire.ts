import type { Json } from '../../services/database';
import type { LiveParts, LiveWire } from './liveWire';
import { encoded } from '../rest/rest';
import { createRestLive } from './restLive';

/** A user's data over REST alone, for networks that let no WebSocket through. */
export function openRestWire(
  parts: LiveParts,
  userId: string,
): LiveWire & {
  /** Sets the server clock by the time of a fresh ID token: a response from another origin does not expose its `Date`. */
  hearTime(): Promise<void>;
} {
  const { auth, rest, serverClock } = parts;
  const follow = createRestLive(parts, userId);
  return {
    async set(path, value) {
      await rest(userId, encoded(path), { method: 'PUT', body: value });
    },
    async remove(path) {
      await rest(userId, encoded(path), { method: 'DELETE' });
    },
    async update(paths) {
      await rest(userId, '', { method: 'PATCH', body: paths });
    },
    follow,
    async hearTime() {
      const askedAt = performance.now();
      const issuedAt = issuedAtOf(await auth.idToken(userId, true));
      serverClock.observe(issuedAt, issuedAt + 1000 + performance.now() - askedAt);
    },
  };
}

/** The time of issue of an ID token by the provider's clock, in milliseconds since the epoch. */
function issuedAtOf(token: string): number {
  const payload = atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'));
  return Number((JSON.parse(payload) as { iat: Json }).iat) * 1000;
}
