import type { ServerResponse } from 'node:http';
import { contentSecurityPolicy, fixedHeaders, strictTransport } from './hosting';

/** Sockets are listed besides 'self', because older browsers do not count `ws:` as the same origin. */
export function setSecurityHeaders(response: ServerResponse, origin: string): void {
  response.setHeader('Content-Security-Policy', contentSecurityPolicy(origin.replace(/^http/, 'ws')));
  const headers = { ...fixedHeaders, ...(origin.startsWith('https:') ? strictTransport : {}) };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** Lets a page of an allowed other origin read the answer (CORS). */
export function setCorsHeaders(response: ServerResponse, origin: string): void {
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', 'ETag');
  response.setHeader('Vary', 'Origin');
}

export function answerPreflight(response: ServerResponse, askedHeaders: string | undefined): void {
  response.setHeader('Access-Control-Allow-Methods', 'GET, PUT, POST, PATCH, DELETE');
  if (askedHeaders) response.setHeader('Access-Control-Allow-Headers', askedHeaders);
  response.setHeader('Access-Control-Max-Age', '3600');
  response.writeHead(204).end();
}
