import { chromium } from '@playwright/test';
import { findChromium } from './test/support/chromium.mjs';
let bad = 0;
const one = async () => { for (let i = 0; i < 150; i++) { try { const b = await chromium.launch(await findChromium()); const p = await b.newPage(); await p.close(); await b.close(); } catch (e) { bad++; console.log(i, e.message.slice(0,100), e.message.slice(-1500)); } } };
await Promise.all([one(), one()]);
console.log('bad', bad);
