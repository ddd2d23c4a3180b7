import type { ServerResponse } from 'node:http';

/**
 * Sets what every answer carries. No inline script or style and no eval; sockets are named beside 'self' because
 * older browsers do not count `ws:` as the page's own origin.
 */
export function setSecurityHeaders(response: ServerResponse, origin: string): void {
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${origin.replace(/^http/, 'ws')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  response.setHeader('Content-Security-Policy', policy.join('; '));
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Referrer-Policy', 'same-origin');
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  response.setHeader('Permissions-Policy', 'camera=(), microphone=(), geolocation=()');
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
