import type { Json } from '../../../server/lib/types';

export type Answer = { status: number; body: Record<string, Json> };

/** Calls an identity endpoint as the SDK does: `accounts:signUp`, or `token` for a refresh. */
export async function call(
  url: string,
  endpoint: string,
  body: Json,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const host = endpoint === 'token' ? 'securetoken' : 'identitytoolkit';
  const response = await fetch(`${url}/${host}.googleapis.com/v1/${endpoint}?key=k`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, Json> };
}

export interface SignedIn {
  localId: string;
  idToken: string;
  refreshToken: string;
}

/** Makes an account and gives its tokens; throws the server's error when it refuses. */
export const signUp = (url: string, email: string, password = 'secret1') =>
  signedIn(call(url, 'accounts:signUp', { email, password, returnSecureToken: true }));

export const signIn = (url: string, email: string, password = 'secret1') =>
  signedIn(call(url, 'accounts:signInWithPassword', { email, password, returnSecureToken: true }));

async function signedIn(answer: Promise<Answer>): Promise<SignedIn> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(errorOf(body));
  return body as unknown as SignedIn;
}

export const refresh = (url: string, refresh_token: string) =>
  call(url, 'token', { grant_type: 'refresh_token', refresh_token });

export const lookup = (url: string, idToken: string) => call(url, 'accounts:lookup', { idToken });

/** The code of an identity error, or '' when it is none. */
export function errorOf(body: Record<string, Json>): string {
  return (body['error'] as { message?: string } | undefined)?.message ?? '';
}

/** The claims of a token, unverified. */
export function claimsOf(idToken: string): Record<string, Json> {
  return JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()) as Record<string, Json>;
}
