import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { signUp } from '../../support/clients/identity';
import { startPushService } from '../../support/server/pushService';
import { until } from '../../support/until';
import type { Target } from './attacks';

const [DEVICES, TASKS, MINUTE_MS] = [20, 30, 60_000];

/**
 * Lets accounts be reminded at endpoints that never answer, answer without end, or are addresses inside. Resolves once
 * somebody else's message has come all the same.
 */
export async function badEndpoints(target: Target, count: number): Promise<void> {
  const { server, open } = target;
  const bad = await startBadService();
  const good = await startPushService();
  for (const service of [bad, good]) open.push(service);
  const endpoints = [
    ...[`${bad.url}/hang`, `${bad.url}/flood`, 'https://10.0.0.1/', 'https://169.254.169.254/latest'],
    ...['https://[fd00::1]/', 'https://[::ffff:192.168.1.1]/', server.url.replace('http:', 'https:')],
  ];
  const due = new Date(Date.now() + 10 * MINUTE_MS).toISOString();
  const write = async (name: string, devices: object, tasks: number) => {
    const { localId, idToken } = await signUp(server.url, `${name}@example.com`);
    const keys = Array.from({ length: tasks }, (_, index) => `task-${index}`);
    const body = {
      tasks: Object.fromEntries(keys.map(key => [key, { taskDueDate: `${due.slice(0, 10)}T00:00:00.000Z` }])),
      'ext/times': Object.fromEntries(keys.map(key => [key, { time: due.slice(11, 16), remind: 0 }])),
      'ext/devices': devices,
    };
    const place = `${server.url}/${localId}.json?auth=${idToken}`;
    await fetch(place, { method: 'PATCH', body: JSON.stringify(body) });
  };
  const { p256dh, auth } = good.subscribe('bad');
  for (let at = 0; at < count; at += 1) {
    const devices = Array.from({ length: DEVICES }, (_, index) => {
      const endpoint = endpoints[(at + index) % endpoints.length]!;
      return [`device-${index}`, { endpoint, p256dh, auth, zone: 'UTC', at: '' }];
    });
    await write(`endpoints-${at}`, Object.fromEntries(devices), TASKS);
  }
  await write('reminded', { phone: { ...good.subscribe('phone'), zone: 'UTC', at: '' } }, 1);
  await server.advance(11 * MINUTE_MS);
  await until(() => {
    if (!good.pushed.some(({ device }) => device === 'phone')) throw new Error('nobody was reminded');
  });
}

/** A push service that never answers, or never stops. */
async function startBadService() {
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }]);
  const piece = Buffer.alloc(65_536);
  const service: Server = createServer({ key, cert }, ({ url }, response) => {
    if (url === '/hang') return;
    const flood = () => {
      while (!response.destroyed) if (!response.write(piece)) return void response.once('drain', flood);
    };
    flood();
  });
  await new Promise<void>(done => service.listen(0, '127.0.0.1', done));
  return {
    url: `https://127.0.0.1:${(service.address() as AddressInfo).port}`,
    async close() {
      service.closeAllConnections();
      await new Promise(done => service.close(done));
    },
  };
}
