import { createDecipheriv, createECDH, hkdfSync, type ECDH } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { importJWK } from 'jose/key/import';
import { jwtVerify } from 'jose/jwt/verify';
import { generate } from 'selfsigned';

/** A message as a device reads it, with what the push service was told. */
export type Pushed = {
  device: string;
  ttl: string;
  urgency: string;
  topic: string;
  /** The key of the server that signed it, and who that says it is. */
  key: string;
  subject: string;
  payload: PushedPayload;
};
export type PushedPayload = {
  web_push: number;
  notification: { title: string; body?: string; navigate: string; tag: string; lang: string };
  daywall: { fireId: string; dueDate: string; time: string; remind: number; at: number };
};
type Respond = (pushed: Pushed, response: ServerResponse, request: IncomingMessage) => void;

type Subscription = { endpoint: string; p256dh: string; auth: string };

/** A push service on https, which decrypts what it is sent, and devices that it serves. */
export interface PushService {
  url: string;
  /** All messages, also those that it did not take. */
  pushed: Pushed[];
  /** Decides what a message is answered; 201 by default. */
  respond: Respond;
  /** A subscription of a new device. */
  subscribe(device: string): Subscription;
  close(): Promise<void>;
}

export const taken: Respond = (_, response) => void response.writeHead(201).end();
/** Answers a status, and closes the connection. */
export const answering =
  (status: number, headers: Record<string, string> = {}): Respond =>
  (_, response) =>
    void response.writeHead(status, headers).end();

export async function startPushService(): Promise<PushService> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }]);
  const devices = new Map<string, { keys: ECDH; auth: Buffer }>();
  const server = createServer({ key, cert }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const device = request.url!.slice(1);
      read(request, device, Buffer.concat(chunks), devices.get(device)!, service.url)
        .then(pushed => {
          service.pushed.push(pushed);
          service.respond(pushed, response, request);
        })
        .catch((error: Error) => response.writeHead(400).end(String(error)));
    });
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const service: PushService = {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pushed: [],
    respond: taken,
    subscribe(device) {
      const keys = createECDH('prime256v1');
      keys.generateKeys();
      const auth = Buffer.from('0123456789abcdef');
      devices.set(device, { keys, auth });
      const p256dh = keys.getPublicKey('base64url', 'uncompressed');
      return { endpoint: `${service.url}/${device}`, p256dh, auth: auth.toString('base64url') };
    },
    async close() {
      server.closeAllConnections();
      await new Promise(done => server.close(done));
    },
  };
  return service;
}

async function read(
  { headers }: IncomingMessage,
  device: string,
  body: Buffer,
  { keys, auth }: { keys: ECDH; auth: Buffer },
  origin: string,
): Promise<Pushed> {
  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization ?? '') ?? [];
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const signer = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256');
  const { payload } = await jwtVerify(token, signer, { audience: origin, maxTokenAge: undefined });
  return {
    ...{ device, key, subject: String(payload.sub) },
    ttl: String(headers['ttl']),
    urgency: String(headers['urgency']),
    topic: String(headers['topic']),
    payload: JSON.parse(decrypted(body, keys, auth)) as PushedPayload,
  };
}

/** The text of a message that is encrypted by aes128gcm (RFC 8188) for a device (RFC 8291). */
function decrypted(body: Buffer, keys: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const end = 21 + body[20]!;
  const sender = body.subarray(21, end);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32));
  const derived = (label: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${label}\0`, bytes));
  const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
  decipher.setAuthTag(body.subarray(-16));
  const padded = Buffer.concat([decipher.update(body.subarray(end, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}
