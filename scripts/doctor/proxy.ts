import { WebSocket } from 'ws';
import type { Arrival } from '../../server/http/visits';
import { advice, fault, faultOutside, fine, span, type Case, type Check, type Finding } from './finding';

/** An address reserved for documentation, which no client has. */
const MADE_UP = '203.0.113.77';

/** Sends a request through PUBLIC_URL, and asks the server how it arrived. */
export const checkProxy: Check = async circumstances => {
  const { publicUrl } = circumstances.config;
  if (!publicUrl || !circumstances.status) return [];
  const id = String(await circumstances.ask('visit expect'));
  const answer = await fetch(`${publicUrl.origin}/healthz?visit=${id}`, {
    headers: { 'x-forwarded-for': MADE_UP },
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
  }).catch((error: Error) => error);
  if (!('headers' in answer)) return [faultOutside(circumstances, unreachable(publicUrl, answer))];
  const arrival = (await circumstances.ask('visit seen')) as Arrival | null;
  if (!arrival) return [strayed(publicUrl, answer.status)];
  return [
    ...headers(circumstances, arrival),
    ...clockOf(circumstances, answer),
    await socket(publicUrl, circumstances.config.instances[0]),
  ];
};

function unreachable({ origin, hostname }: URL, error: Error): string {
  const { code = error.name } = (error.cause ?? error) as NodeJS.ErrnoException;
  if (['ENOTFOUND', 'EAI_AGAIN'].includes(code))
    return `The name ${hostname} has no address: add it to your DNS, or to /etc/hosts.`;
  if (code === 'ECONNREFUSED') return `Nothing listens at ${origin}: start the proxy.`;
  return `${origin} can't be reached (${code}): look into the log of the proxy.`;
}

function strayed({ origin, host }: URL, status: number): Finding {
  if (status === 421)
    return fault(`The proxy at ${origin} does not pass the header Host on as ${host}: make it do so.`);
  if (status >= 500)
    return fault(
      `The proxy at ${origin} answers ${status}: it does not reach the server; check its address and port.`,
    );
  if (status >= 300 && status < 400)
    return fault(
      `The proxy at ${origin} sends visitors elsewhere (${status}): PUBLIC_URL must be where they end.`,
    );
  return fault(
    `Something else than this server answers at ${origin} (${status}): point the name and the proxy at this one.`,
  );
}

function headers({ config }: Case, { host, forwardedFor, address, origin }: Arrival): Finding[] {
  const { publicUrl, trustedProxies } = config;
  const findings: Finding[] = [];
  if (origin !== publicUrl!.origin)
    findings.push(fault(`The proxy turns the header Host into ${host}: make it pass ${publicUrl!.host} on.`));
  const chain = (forwardedFor ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(Boolean);
  const added = chain.length - (chain.indexOf(MADE_UP) + 1);
  const proxies = (count: number) => `${count} ${count === 1 ? 'proxy' : 'proxies'}`;
  if (chain.length === 0 || added === 0)
    findings.push(
      fault(
        'The proxy does not add the address of visitors to X-Forwarded-For: make it do so, or all of them share the limits of one.',
      ),
    );
  else if (trustedProxies === 0)
    findings.push(
      fault(
        `${proxies(added)} in front, but TRUST_PROXY is 0, so that all visitors share the limits of one: set TRUST_PROXY=${added}.`,
      ),
    );
  else if (address === MADE_UP || added !== trustedProxies)
    findings.push(
      fault(
        `TRUST_PROXY is ${trustedProxies}, but the address comes from ${proxies(added)}: set TRUST_PROXY=${added}.`,
      ),
    );
  else findings.push(fine('The proxy tells who is asking.'));
  return findings;
}

function clockOf({ machine }: Case, answer: Response): Finding[] {
  const theirs = Date.parse(answer.headers.get('date') ?? '');
  const apart = Math.abs(theirs - machine.now());
  return apart > 60_000
    ? [fault(`The clock of the proxy and the one here are ${span(apart)} apart: set the wrong one.`)]
    : [];
}

/** Live changes need a WebSocket. */
function socket({ origin }: URL, database: string): Promise<Finding> {
  return new Promise(done => {
    const client = new WebSocket(`${origin.replace(/^http/, 'ws')}/.ws?v=5&ns=${database}`, {
      handshakeTimeout: 10_000,
    });
    client.once('message', () => {
      done(fine('The proxy passes WebSockets on.'));
      client.close();
    });
    client.once('error', (error: Error) =>
      done(
        fault(
          `The proxy does not pass WebSockets on (${error.message}): make it pass Upgrade and Connection on.`,
        ),
      ),
    );
    client.once('close', () => done(advice('The proxy closed a WebSocket before it said anything.')));
  });
}
