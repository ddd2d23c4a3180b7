import { chromium } from '@playwright/test';
import { hosting } from '../../../firebase.json';
import { CHROMIUM_ARGS, findChromium } from '../../support/chromium.mjs';
import { expect, test } from '../fixtures';

/** Databases of the three regions, and hosts that their handshakes name. */
const ALLOWED = [
  'daywall-default-rtdb.firebaseio.com',
  's-usc1c-nss-2571.firebaseio.com',
  's-usc1a-nss-2040.firebaseio.com',
  'daywall-default-rtdb.europe-west1.firebasedatabase.app',
  's-gke-euw1-nssi3-2.europe-west1.firebasedatabase.app',
  'daywall-default-rtdb.asia-southeast1.firebasedatabase.app',
  's-gke-apse1-nssi2-2.asia-southeast1.firebasedatabase.app',
];
const FORBIDDEN = ['firebaseio.com.example.com', 'daywall.example.com'];

test('The hosted policy allows the database of every region, and no other host @long', async () => {
  const found = await findChromium();
  // All host names resolve to a closed port of this machine, so nothing leaves it.
  const args = [...CHROMIUM_ARGS, '--host-resolver-rules=MAP * 127.0.0.1:9'];
  const browser = await chromium.launch({ ...found, args });
  try {
    const page = await browser.newPage();
    const policy = hosting.headers[0]!.headers.find(({ key }) => key === 'Content-Security-Policy')!.value;
    await page.route('http://hosted.test/', route =>
      route.fulfill({
        headers: { 'Content-Security-Policy': policy },
        contentType: 'text/html',
        body: '<!doctype html>',
      }),
    );
    await page.goto('http://hosted.test/');
    const refused = await page.evaluate(
      async hosts => {
        const seen: string[] = [];
        addEventListener('securitypolicyviolation', ({ blockedURI }) => seen.push(blockedURI));
        // All requests fail. Violations of the policy are reported within a second; allowed hosts fail without one.
        for (const host of hosts) {
          void fetch(`https://${host}/anna.json`).catch(() => undefined);
          new WebSocket(`wss://${host}/.ws`);
        }
        await new Promise(done => setTimeout(done, 1000));
        return seen;
      },
      [...ALLOWED, ...FORBIDDEN],
    );
    expect([...new Set(refused.map(address => new URL(address).origin))].sort()).toEqual(
      FORBIDDEN.flatMap(host => [`https://${host}`, `wss://${host}`]).sort(),
    );
  } finally {
    await browser.close();
  }
});
