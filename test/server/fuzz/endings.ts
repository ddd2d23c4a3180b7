/** Sessions whose token expires while they listen, stream and have a write for their disconnect. */
import fc from 'fast-check';
import type { Json } from '../../../server/lib/types';
import { signUp } from '../../support/clients/identity';
import { RawClient } from '../../support/clients/rawClient';
import { placed, request } from './sockets';
import { count, type Target } from './target';

const lifetime = 3_600_000;
/** Milliseconds until a session's token expires. */
const LIFETIME_MS = 1_500;
const deep = (json: string) => '['.repeat(20_000) + json + ']'.repeat(20_000);
const wait = (ms: number) => new Promise(done => setTimeout(done, ms));

let sessions = 0;

/** Moves the server's clock to shortly before the expiry of new tokens, and waits until they expire. */
export async function fuzzEndings(target: Target, seed: number): Promise<void> {
  const { server } = target;
  const user = await signUp(server.url, `ending${(sessions += 1)}@example.com`);
  await server.advance(lifetime - LIFETIME_MS);
  target.clockOffset += lifetime - LIFETIME_MS;
  const end = Date.now() + LIFETIME_MS + 500;
  const client = await RawClient.open(`127.0.0.1:${server.port}`, 'ns=daywall');
  await client.ask('auth', { cred: user.idToken });
  for (const { where, action, body } of fc.sample(request, { seed, numRuns: 30 })) {
    if (!['q', 'g', 'o', 'om'].includes(action)) continue;
    count(target, 'endings');
    void client.ask(action, JSON.parse(JSON.stringify(placed(target, where, body))) as Json);
  }
  client.send(
    `{"t":"d","d":{"r":900,"a":"q","b":{"p":"/${user.localId}","q":{"i":".key","x":${deep('1')}},"t":1,"h":""}}}`,
  );
  const streams = ['open', user.localId, target.canary.localId, ''].map(async path => {
    const response = await fetch(`${server.url}/${path}.json?auth=${user.idToken}`, {
      headers: { accept: 'text/event-stream' },
      signal: AbortSignal.timeout(20_000),
    });
    const text = await response.text();
    if (response.status === 200 && !text.includes('auth_revoked'))
      target.findings.push(`the event stream of /${path} ended with ${text.slice(-100)}`);
  });
  count(target, 'endings', streams.length);
  await Promise.all(streams);
  await wait(Math.max(0, end - Date.now()));
  await client.close();
}
