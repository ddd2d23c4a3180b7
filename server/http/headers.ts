import type { ServerResponse } from 'node:http';

/** No inline script or style and no eval. `connect` is what the app talks to besides its own origin. */
export function contentSecurityPolicy(connect: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "worker-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${connect}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The headers that every answer carries, here and (in firebase.json) on hosted Firebase. */
export const fixedHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
};

/** Sockets are named beside 'self', because older browsers do not count `ws:` as the page's own origin. */
export function setSecurityHeaders(response: ServerResponse, origin: string): void {
  response.setHeader('Content-Security-Policy', contentSecurityPolicy(origin.replace(/^http/, 'ws')));
  for (const [name, value] of Object.entries(fixedHeaders)) response.setHeader(name, value);
  if (origin.startsWith('https:')) response.setHeader('Strict-Transport-Security', 'max-age=31536000');
}

/** Lets a page of an allowed other origin read the answer. */
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
