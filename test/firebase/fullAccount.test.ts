/**
 * The server's error for a write to a full account, by REST and by the socket.
 * @jest-environment ./test/support/jest/network-env.cjs
 */
import { createUserWithEmailAndPassword } from 'firebase/auth';
import { createDatabase } from '../../src/firebase/databaseService';
import { openClient } from '../support/clients/authClient';
import { noteFields, taskRecord } from '../support/app/operations';
import { startServer } from '../support/server/server';

const text = 'x'.repeat(2_000);
const full = { kind: 'refused', message: 'This account stores as much as it may.' };

test('A full account is told in the server’s own sentence', async () => {
  const server = await startServer({ env: { ACCOUNT_QUOTA: '1KB' } });
  const { fetch } = globalThis;
  globalThis.fetch = (address, init) =>
    fetch(typeof address === 'string' ? new URL(address, server.url) : address, init);
  const client = await openClient(server.url);
  const { user } = await createUserWithEmailAndPassword(client.auth, 'anna@example.com', 'secret-1');
  const database = createDatabase({ idToken: () => user.getIdToken(), user: async () => user });
  const bySocket = database.update(user.uid, { 'notes/n1': noteFields('Milk', text) });
  await expect(bySocket).rejects.toMatchObject(full);
  const byRest = database.addTask(user.uid, taskRecord(1, { taskDescription: text }) as never);
  await expect(byRest).rejects.toMatchObject(full);
  await database.close(user.uid);
  await client.close();
  globalThis.fetch = fetch;
  await server.stop();
});
