import { Agent, request } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { createTurns } from '../lib/turns';
import type { Device } from './content';
import { createLookup, NotPublic } from './publicAddress';
import type { VapidKey } from '../auth/vapid';

/**
 * The outcome of a message: sent; `gone`: its subscription is over; refused, perhaps for the message's sake; or
 * `later`: to be tried again, after the milliseconds that the service named. `unwanted` was not sent.
 */
export type Outcome =
  | { is: 'sent' | 'gone' | 'unwanted' }
  | { is: 'refused'; reason: string }
  | { is: 'later'; reason: string; afterMs: number };

export type Message = { device: Device; payload: string; topic: string };

export interface Push {
  /**
   * Sends a message, which is made at its turn; null for one that is no longer wanted. `from` is the account: accounts
   * take turns.
   */
  send(from: string, endpoint: string, make: () => Promise<Message | null>): Promise<Outcome>;
  /** Ends all requests. */
  close(): void;
}

type PushParts = {
  keys: () => readonly VapidKey[];
  /** Who push services may write to: a URL. */
  subject: string;
  /** Also sends to this machine, whatever its certificate: for tests. */
  allowsLoopback: boolean;
};

const TTL_S = 3_600;
/** Milliseconds for a whole request, with its name and its connection. */
const TIMEOUT_MS = 10_000;
/** The bytes of an answer that are read so that its connection can be used again; a longer answer ends it. */
const MOST_ANSWER_BYTES = 16_384;
/** Messages under way to one service, and in all. */
const [AT_ONCE_TO_ONE, AT_ONCE] = [16, 256];
/** The rate to one service. */
const [PER_SECOND, UNLIMITED] = [100, { inAll: Infinity, ofOne: Infinity }];

type Service = { turn: ReturnType<typeof createTurns>; waiting: number; nextAt: number };

export function createPush({ keys, subject, allowsLoopback }: PushParts): Push {
  const { lookup, checkHost } = createLookup(allowsLoopback);
  const agent = new Agent({
    ...{ keepAlive: true, maxFreeSockets: AT_ONCE_TO_ONE, timeout: TIMEOUT_MS, lookup },
    rejectUnauthorized: !allowsLoopback,
  });
  const services = new Map<string, Service>();
  const turnOfAll = createTurns(AT_ONCE, UNLIMITED);

  async function sendBy(key: VapidKey, { device, payload, topic }: Message): Promise<Outcome> {
    const { default: webPush } = await import('web-push');
    let details;
    try {
      const subscription = { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } };
      const options = { vapidDetails: { subject, ...key }, TTL: TTL_S, urgency: 'high', topic } as const;
      details = webPush.generateRequestDetails(subscription, payload, options);
    } catch {
      // Keys of the device by which nothing can be encrypted.
      return { is: 'gone' };
    }
    try {
      const url = new URL(device.endpoint);
      checkHost(url.hostname);
      return await post(url, details, agent);
    } catch (error) {
      const reason = (error as Error).message;
      return error instanceof NotPublic ? { is: 'refused', reason } : { is: 'later', reason, afterMs: 0 };
    }
  }

  /** A device that signed up before the last rotation knows the key before. */
  async function sendNow(message: Message): Promise<Outcome> {
    let outcome: Outcome = { is: 'gone' };
    for (const key of keys()) {
      outcome = await sendBy(key, message);
      if (outcome.is !== 'refused' || !/^40[013]$/.test(outcome.reason)) break;
    }
    return outcome;
  }

  return {
    async send(from, endpoint, make) {
      if (!URL.canParse(endpoint)) return { is: 'gone' };
      const { host } = new URL(endpoint);
      const service = services.get(host) ?? {
        ...{ turn: createTurns(AT_ONCE_TO_ONE, UNLIMITED), waiting: 0, nextAt: 0 },
      };
      services.set(host, service);
      service.waiting += 1;
      const sent = service.turn(from, async () => {
        await paced(service);
        return turnOfAll(host, async () => {
          const message = await make();
          return message ? sendNow(message) : ({ is: 'unwanted' } as const);
        });
      });
      return sent.finally(() => {
        service.waiting -= 1;
        if (service.waiting === 0 && service.nextAt < performance.now()) services.delete(host);
      });
    },
    close: () => agent.destroy(),
  };
}

/** Waits until another message may go to a service; a second's worth goes at once. */
async function paced(service: Service): Promise<void> {
  const now = performance.now();
  service.nextAt = Math.max(service.nextAt, now - 1_000) + 1_000 / PER_SECOND;
  if (service.nextAt > now) await new Promise(done => setTimeout(done, service.nextAt - now).unref());
}

type Details = { method: string; headers: Record<string, string | number>; body: Buffer };

/** Posts a message. Follows no redirect, reads little of the answer, and never takes longer than the time-out. */
function post(url: URL, details: Details, agent: Agent): Promise<Outcome> {
  const { method, headers, body } = details;
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, answer => {
      resolve(outcomeOf(answer));
      let bytes = 0;
      answer.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (bytes > MOST_ANSWER_BYTES) answer.destroy();
      });
      answer.on('error', () => undefined).on('close', () => clearTimeout(timer));
    });
    const timer = setTimeout(() => sent.destroy(new Error('the push service did not answer')), TIMEOUT_MS);
    timer.unref();
    sent.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      // The service had closed a kept connection: another one is tried.
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(post(url, details, agent));
      else reject(error);
    });
    sent.end(body);
  });
}

function outcomeOf({ statusCode = 0, headers }: IncomingMessage): Outcome {
  if (statusCode >= 200 && statusCode < 300) return { is: 'sent' };
  if (statusCode === 404 || statusCode === 410) return { is: 'gone' };
  const reason = String(statusCode);
  if (statusCode !== 429 && statusCode < 500) return { is: 'refused', reason };
  const seconds = Number(headers['retry-after'] ?? 0);
  return { is: 'later', reason, afterMs: Number.isFinite(seconds) ? seconds * 1_000 : 0 };
}
