import { openAccounts } from './auth/accounts/accounts';
import { readLeases, REMINDERS } from './reminders/leases';
import { readVapidKeys, VAPID_RECORD } from './auth/vapid';
import { INVITES, readInvites } from './auth/accounts/invites';
import { EARLIER_RECORD, KEY_RECORD, readEarlierKeys, readSigningKey } from './auth/sessions/tokens';
import { readLeftOver } from './database/socket/disconnects';
import { lastNames } from './database/instances/names';
import { readParts, readSaved } from './database/holding/saved';
import type { LocalStore } from './storage/store';

/**
 * Reads everything in a store like a server, without changes. Throws a `StoreError` when a server could not serve all
 * of it. It verifies a restore before that replaces anything.
 */
export async function checkContent(store: LocalStore): Promise<void> {
  const names = new Set<string>();
  for await (const [key] of store.snapshot()) names.add(key.split('\0', 1)[0]!);
  await openAccounts(store.section('accounts'));
  await readInvites(store.section(INVITES));
  await lastNames(store);
  const keys = store.section('keys');
  const key = await keys.get(KEY_RECORD);
  if (key !== undefined) readSigningKey(key);
  readEarlierKeys(await keys.get(EARLIER_RECORD));
  readVapidKeys(await keys.get(VAPID_RECORD));
  for await (const _ of readLeases(store.section(REMINDERS)));
  for (const name of names) {
    if (!name.startsWith('db:')) continue;
    await readSaved(store.section(name));
    for await (const _ of readParts(store.section(name)));
    for await (const _ of readLeftOver(store.section(name)));
  }
}
