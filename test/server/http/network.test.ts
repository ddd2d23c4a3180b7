/** A server that is open to the network answers only to the machine's own names and addresses. */
import { hostname, networkInterfaces } from 'node:os';
import { ask, askUpgrade } from '../../support/clients/http';
import { startHere, type ServerHere } from '../../support/server/serverHere';

const addresses = Object.values(networkInterfaces()).flatMap(list => list ?? []);
const own = addresses.filter(({ family }) => family === 'IPv4').map(({ address }) => address);

let server: ServerHere;
beforeAll(async () => (server = await startHere({ env: { HOST: '0.0.0.0' } })));
afterAll(() => server.stop());

const statusOf = async (url: string, host: string) =>
  (await ask(`${url}/healthz`, { headers: { host } })).status;

test.each(own)('it answers at %s, to requests and sockets', async address => {
  const url = `http://${address}:${server.port}`;
  expect(await statusOf(url, `${address}:${server.port}`)).toBe(200);
  expect((await askUpgrade(url, { host: `${address}:${server.port}` })).status).toBe(101);
});

test('it answers to the name of the machine', async () => {
  const name = hostname().toLowerCase();
  for (const host of [name, `${name}.local`])
    expect(await statusOf(server.url, `${host}:${server.port}`)).toBe(200);
});

test.each([
  ['another machine’s address', '192.0.2.7:PORT'],
  ['an address without the port', own[0]!],
  ['another port', `${own[0]}:1`],
  ['a name that was bound to our address', 'evil.example:PORT'],
  ['an address as the name of somebody', `${own[0]}.evil.example:PORT`],
  ['an address that is written as a number', '2130706433:PORT'],
])('it does not answer to %s', async (_, host) => {
  expect(await statusOf(server.url, host.replace('PORT', String(server.port)))).toBe(421);
});

test('it says at its start where it answers', async () => {
  for (const address of own) expect(server.hosts).toContain(`${address}:${server.port}`);
  expect(server.hosts).toContain(`${hostname().toLowerCase()}:${server.port}`);
});

test('a server on one address names no other', async () => {
  const alone = await startHere();
  expect(alone.hosts).toEqual([]);
  await alone.stop();
});
