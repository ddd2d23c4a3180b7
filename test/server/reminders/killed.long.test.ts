/** A process that is killed while a message is on its way, and after it. */
import { openReminded } from '../../support/server/reminded';
import { startPushService, taken } from '../../support/server/pushService';
import { startServer } from '../../support/server/server';
import { until } from '../../support/until';

const MINUTE_MS = 60_000;

test('A message whose server was killed comes again by the same name; others do not', async () => {
  const service = await startPushService();
  const server = await startServer({ env: { PUSH: 'loopback' } });
  const ann = await openReminded(server.url, 'ann@example.com', service);
  await ann.addDevice('phone-0000000001', 'UTC');
  const due = new Date(Date.now() + 10 * MINUTE_MS).toISOString();
  await ann.addTask('a', due);
  await ann.addTask('b', new Date(Date.parse(due) + 10 * MINUTE_MS).toISOString());
  // The service has it, and the server does not hear so.
  service.respond = () => undefined;
  await server.advance(10 * MINUTE_MS);
  await until(() => expect(service.pushed).toHaveLength(1));
  await server.kill9();
  service.respond = taken;
  await server.restart();
  await until(() => expect(service.pushed).toHaveLength(2));
  const [first, second] = service.pushed;
  expect(second!.topic).toBe(first!.topic);
  expect(second!.payload.notification.tag).toBe(first!.payload.notification.tag);
  await server.restart();
  await server.kill9();
  await server.restart();
  await server.advance(11 * MINUTE_MS);
  await until(() => expect(service.pushed).toHaveLength(3));
  expect(service.pushed[2]!.payload.daywall.fireId).toBe('b');
  await server.stop();
  await service.close();
});
