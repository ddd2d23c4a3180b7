import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface RawRequest {
  method?: string;
  /** `Host`, `Origin` and others that `fetch` would not send as given. */
  headers?: OutgoingHttpHeaders;
  body?: string;
}

/** Sends a request exactly as written: any `Host`, no decompression. A refused upgrade is an answer too. */
export function ask(
  url: string,
  { method = 'GET', headers = {}, body }: RawRequest = {},
): Promise<RawAnswer> {
  return new Promise((done, failed) => {
    const sent = request(url, { method, headers, agent: false }, answer => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        done({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(chunks).toString() });
      });
    });
    sent.on('upgrade', (answer, socket) => {
      socket.destroy();
      done({ status: answer.statusCode!, headers: answer.headers, body: '' });
    });
    sent.on('error', failed).end(body);
  });
}

/** A WebSocket's first request, as a browser sends it. */
export const askUpgrade = (url: string, headers: OutgoingHttpHeaders = {}) =>
  ask(`${url}/.ws?v=5&ns=daywall`, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
    },
  });
