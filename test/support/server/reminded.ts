import { signIn, signUp } from '../clients/identity';
import { until } from '../until';
import { stored } from './feeds';
import { startPushService, type PushService } from './pushService';
import { startHere, type ServerHere } from './serverHere';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** An account whose devices are reminded, and what its tests do with it. */
export async function openReminded(url: string, email: string, service: PushService) {
  const { localId: uid } = await signUp(url, email);
  const person = {
    uid,
    /** Writes below the account's data, with a token of now; null removes. */
    async write(paths: Record<string, unknown>): Promise<void> {
      const { idToken } = await signIn(url, email);
      const at = `${url}/${uid}.json?auth=${idToken}`;
      const answer = await fetch(at, { method: 'PATCH', body: JSON.stringify(paths) });
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    },
    async read(path: string): Promise<unknown> {
      const { idToken } = await signIn(url, email);
      return (await fetch(`${url}/${uid}/${path}.json?auth=${idToken}`)).json();
    },
    /** Signs a device up; its id has 16 characters at least. */
    addDevice: (id: string, zone: string, more: object = {}) =>
      person.write({
        [`ext/devices/${id}`]: { ...service.subscribe(id), zone, at: '2026-03-10T08:00:00Z', ...more },
      }),
    /** Adds a task that is due at a minute of UTC, `YYYY-MM-DDTHH:MM`, with a reminder. */
    addTask: (key: string, at: string, remind = 0, more: object = {}) =>
      person.write({
        [`tasks/${key}`]: stored(`Task ${key}`, at.slice(0, 10), more),
        [`ext/times/${key}`]: { time: at.slice(11, 16), remind },
      }),
  };
  return person;
}

/** The real server with a push service, and the people whom it reminds. A day begins there, in UTC. */
export async function startReminding() {
  // The server looks each second for what is due: here every 10 ms.
  const { setInterval } = globalThis;
  const soon = (act: () => void, ms?: number) => setInterval(act, ms! / 100);
  const ticks = jest.spyOn(globalThis, 'setInterval').mockImplementation(soon as typeof setInterval);
  const server: ServerHere = await startHere({ env: { PUSH: 'loopback' } });
  const service = await startPushService();
  let [people, advanced] = [0, 0];
  const world = {
    server,
    service,
    async advance(minutes: number): Promise<void> {
      advanced += minutes * MINUTE_MS;
      await server.advance(minutes * MINUTE_MS);
    },
    /** A minute of UTC that is some minutes ahead: `2026-03-10T14:30`. */
    ahead: (minutes: number) =>
      new Date(Date.now() + advanced + minutes * MINUTE_MS).toISOString().slice(0, 16),
    open: () => openReminded(server.url, `p${(people += 1)}@example.com`, service),
    /** Somebody with a device in UTC. */
    async somebody() {
      const person = await world.open();
      const id = `${person.uid}-device`;
      await person.addDevice(id, 'UTC');
      return { ...person, id, got: () => service.pushed.filter(({ device }) => device === id) };
    },
    /** A minute passes; resolves when all that is due was sent, for somebody is reminded after all others. */
    async sentAll(): Promise<void> {
      const last = await world.somebody();
      await last.addTask('last', world.ahead(1));
      await world.advance(1);
      await until(() => {
        if (last.got().length === 0) throw new Error('nobody was reminded');
      });
    },
    async stop(): Promise<void> {
      await server.stop();
      await service.close();
      ticks.mockRestore();
    },
  };
  await world.advance(Math.ceil((DAY_MS - (Date.now() % DAY_MS)) / MINUTE_MS));
  return world;
}
