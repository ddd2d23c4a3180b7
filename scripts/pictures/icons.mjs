// Renders the PNG and ICO icons from public/icon.svg. Run it after changing the logo.
import { readFile, writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { findChromium } from '../../test/support/chromium.mjs';

const folder = new URL('../../public/', import.meta.url);
const svg = await readFile(new URL('icon.svg', folder), 'utf8');
/** A maskable icon: the background fills the square, and the logo is inside the safe circle. */
const bleeding = svg
  .replace('rx="112"', '')
  .replace('<g id="scene">', '<g id="scene" transform="translate(256 266) scale(0.8) translate(-256 -266)">');

const browser = await chromium.launch(await findChromium());
const page = await browser.newPage();

async function draw(source, size) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${source}`);
  return page.screenshot({ omitBackground: true });
}

/** An ICO with one PNG: a header of 6 bytes, an entry of 16, then the picture. */
function ico(png, size) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // the number of icons
  head.writeUInt16LE(1, 4); // of one picture
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10); // colour planes
  head.writeUInt16LE(32, 12); // bits a pixel
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

const files = {
  'icon-192.png': await draw(svg, 192),
  'icon-512.png': await draw(svg, 512),
  'icon-maskable-512.png': await draw(bleeding, 512),
  'apple-touch-icon.png': await draw(bleeding, 180),
  'favicon.ico': ico(await draw(svg, 32), 32),
};
await browser.close();
for (const [name, bytes] of Object.entries(files)) await writeFile(new URL(name, folder), bytes);
console.log(`Drew ${Object.keys(files).join(', ')}.`);
