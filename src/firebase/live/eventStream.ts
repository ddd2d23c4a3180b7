import type { Json } from '../../services/database';
import type { Put } from './liveTree';

/** An event of the REST API's stream. `revoked`: the token is no longer valid; `cancelled`: the rules refuse the read. */
export type StreamEvent = { type: 'puts'; puts: Put[] } | { type: 'alive' | 'revoked' | 'cancelled' };

const TYPES: Record<string, 'revoked' | 'cancelled'> = { auth_revoked: 'revoked', cancel: 'cancelled' };

/** The events of a `text/event-stream` response, until it ends. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let parts: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const text = decoder.decode(value, { stream: true });
      parts.push(text);
      // The data has no line breaks, so an empty line ends the event.
      if (!text.includes('\n')) continue;
      const events = parts.join('').replaceAll('\r', '').split('\n\n');
      parts = [events.pop()!];
      for (const event of events) yield read(event);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function read(event: string): StreamEvent {
  const [, type = ''] = /^event: ?(.*)$/m.exec(event) ?? [];
  const [, data = ''] = /^data: ?(.*)$/m.exec(event) ?? [];
  if (type !== 'put' && type !== 'patch') return { type: TYPES[type] ?? 'alive' };
  const message = JSON.parse(data) as { path: string; data: Json };
  const path = keysOf(message.path);
  if (type === 'put') return { type: 'puts', puts: [{ path, value: message.data }] };
  const changes = Object.entries(message.data as Record<string, Json>);
  return { type: 'puts', puts: changes.map(([key, value]) => ({ path: [...path, ...keysOf(key)], value })) };
}

const keysOf = (path: string) => path.split('/').filter(Boolean);
