import { ProtocolError } from '../lib/types';
import { browserOf } from './sessions/browsers';
import { operations } from './routes';
import { signInWithPassword, signUp } from './signIn';
import type { AuthState } from './state';

const prefix = /^\/(identitytoolkit|securetoken)\.googleapis\.com(?=\/)/;

/** The operation's name in the route table, for a path with or without Google's host in front. */
const routeOf = (method: string, path: string) => `${method} ${path.replace(prefix, '')}`;

/** True for paths of these APIs, whether or not the operation is known. */
export function isIdentityPath(path: string): boolean {
  return (
    prefix.test(path) || /^\/v[12]\/(accounts:|(token|projects|passwordPolicy|recaptchaConfig)$)/.test(path)
  );
}

/**
 * Identity Toolkit and securetoken over HTTP. Refusals are Google's JSON. Internal errors are rethrown, because the
 * SDK ends the session at any well-formed error.
 */
export async function handleIdentity(
  state: AuthState,
  request: Request,
  { address, origin }: { address: string; origin: string },
): Promise<Response> {
  const url = new URL(request.url);
  if (!url.searchParams.get('key')) {
    return failure(403, 'The request is missing a valid API key.', 'PERMISSION_DENIED');
  }
  const route = routeOf(request.method, url.pathname);
  const operation = Object.hasOwn(operations, route) ? operations[route] : undefined;
  if (!operation) return failure(404, 'Method not found.', 'NOT_FOUND');
  const body = await readBody(request);
  if (!body) return failure(400, 'Invalid JSON payload received. Unexpected token.', 'INVALID_ARGUMENT');
  const browser = browserOf(request, state.random);
  try {
    const answer = await operation(state, { body, address, ...(browser && { browser: browser.hash }) });
    const response = Response.json(answer, { headers });
    if (browser && (operation === signInWithPassword || operation === signUp))
      response.headers.set('set-cookie', browser.cookie(origin.startsWith('https:')));
    return response;
  } catch (error) {
    if (error instanceof ProtocolError && error.status < 500) return failure(error.status, error.message);
    throw error;
  }
}

const headers = { 'cache-control': 'no-store' };

function failure(code: number, message: string, status?: string): Response {
  const errors = [{ message, reason: 'invalid', domain: 'global' }];
  const error = { code, message, errors, ...(status === undefined ? {} : { status }) };
  return Response.json({ error }, { status: code, headers });
}

/** The fields of a JSON object, or of a form (the token endpoint's); null for anything else. */
async function readBody(request: Request): Promise<Record<string, unknown> | null> {
  const text = request.method === 'GET' ? '{}' : await request.text();
  try {
    const value: unknown = JSON.parse(text || '{}');
    return isObject(value) ? value : null;
  } catch {
    const isForm = request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded');
    return isForm ? Object.fromEntries(new URLSearchParams(text)) : null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
