import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { deleteDB } from 'idb';
import { coalesce } from '../../src/app/store/kinds';
import { openDeviceDatabase } from '../../src/lib/deviceDatabase/deviceDatabase';
import { DEVICE_DATABASE } from '../../src/lib/deviceDatabase/deviceSchema';
import { openHandover } from '../../src/lib/deviceDatabase/handover';
import { openQueue } from '../../src/sync/queue/queue';
import { openOperationStore } from '../../src/sync/queue/store/operationStore';
import { handedOver } from '../../src/sync/queue/takeOver';
import { taskAdd } from '../support/app/operations';

beforeEach(() => {
  localStorage.clear();
  globalThis.indexedDB = new IDBFactory();
});

/** A page with a connection of its own; `readAgain`: its next read, when it is told that its storage has moved. */
function openPage(pageId: string) {
  let tell: (reading: Promise<unknown>) => void;
  const readAgain = new Promise(resolve => (tell = resolve));
  const store = openOperationStore(
    storage => storage === 'device' && tell(queue.all('anna')),
    openDeviceDatabase(),
  );
  const handover = openHandover({ ...handedOver, storageOf: () => localStorage, pageId });
  const queue = openQueue({ coalesce, store, handover });
  return { queue, readAgain };
}

/** A page with an unsent change, whose database another tab has just deleted. */
async function openDeleted() {
  const page = openPage('first');
  await page.queue.append({ ...taskAdd('a', 1), userId: 'anna', status: 'pending' });
  await deleteDB(DEVICE_DATABASE);
  return page;
}

describe('A page whose database another tab deletes', () => {
  test('leaves what is unsent to the next one if it ends at once', async () => {
    const { queue } = await openDeleted();
    queue.handOver();
    indexedDB = new IDBFactory(); // it stores nothing any more
    expect(await openPage('next').queue.all('anna')).toMatchObject([{ id: 'a', isAttempted: true }]);
    expect(localStorage).toHaveLength(0);
  });

  test('hands nothing over any more once it goes on and has stored it again', async () => {
    const { queue, readAgain } = await openDeleted();
    queue.handOver();
    expect(localStorage).toHaveLength(1);
    await readAgain;
    expect(localStorage).toHaveLength(0);
    queue.handOver();
    expect(localStorage).toHaveLength(0);
    expect(await openPage('next').queue.all('anna')).toMatchObject([{ id: 'a' }]);
  });
});
