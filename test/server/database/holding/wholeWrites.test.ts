/** Writes of the whole database, whose parts are not in memory. */
import { OPEN_RULES, startDatabaseServer } from '../../../support/server/databaseServer';

test('a write of all is checked once, however many parts have to be loaded first', async () => {
  const first = await startDatabaseServer();
  const users = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`u${at}`, { a: at }]));
  await fetch(`${first.url}/.json`, { method: 'PUT', body: JSON.stringify(users) });
  await first.close({ keep: true });
  const canWrite = jest.fn(OPEN_RULES.canWrite);
  const server = await startDatabaseServer({
    folder: first.folder,
    rules: () => ({ ...OPEN_RULES, canWrite }),
  });
  await fetch(`${server.url}/.json`, { method: 'PUT', body: '{"u1":1}' });
  expect(canWrite).toHaveBeenCalledTimes(1);
  expect(await (await fetch(`${server.url}/.json`)).json()).toEqual({ u1: 1 });
  await server.close();
});
