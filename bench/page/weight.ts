import type { CDPSession, Page } from 'playwright-core';

export type Weight = { bytes: number; requests: number; urls: string[] };

/** Counts the bytes on the wire from now on: compressed bodies and headers. */
export async function weigh(page: Page) {
  const session = await page.context().newCDPSession(page);
  const urls = new Map<string, string>();
  let bytes = 0;
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url));
  session.on('Network.dataReceived', ({ encodedDataLength }) => (bytes += encodedDataLength));
  return {
    session,
    /** The bytes received so far. */
    now: (): Weight => ({
      bytes,
      requests: urls.size,
      urls: [...urls.values()].map(url => new URL(url).pathname),
    }),
  };
}

/** 1.6 Mbit/s, 150 ms latency, a processor four times as slow. */
export async function slowDown(session: CDPSession) {
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1.6e6 / 8,
    uploadThroughput: 750e3 / 8,
  });
  await slowProcessor(session);
}

/** A processor four times as slow. */
export const slowProcessor = (session: CDPSession) =>
  session.send('Emulation.setCPUThrottlingRate', { rate: 4 });

/** Milliseconds after which a page has finished its own work. */
const QUIET_MS = 2000;

/**
 * Megabytes of JavaScript heap after a collection, of the reloaded page. Nothing is evaluated before, because the
 * driver would add half a megabyte of its own.
 */
export async function heapOf(page: Page, session: CDPSession): Promise<number> {
  await page.reload({ waitUntil: 'networkidle' });
  await new Promise(resolve => setTimeout(resolve, QUIET_MS));
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}
