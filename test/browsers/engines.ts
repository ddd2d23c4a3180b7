import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { chromium, firefox } from 'playwright-core';
import { findChromium, locateChromium } from '../support/chromium.mjs';
import { playwrightEngine } from './playwrightEngine';
import type { Candidate } from './screen';
import { startWebKit } from './webkitEngine';

const onPath = (name: string) =>
  [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin']
    .map(folder => path.join(folder, name))
    .find(file => existsSync(file)) ?? null;

/** WebKitGTK's own small browser lies beside its libraries. */
function findMiniBrowser() {
  const needed = ['WebKitWebDriver', 'dbus-run-session', 'xvfb-run'];
  if (!needed.every(onPath)) return null;
  const within = (folder: string) => readdirSync(folder).map(name => path.join(folder, name));
  const libraries = ['/usr/lib', ...within('/usr/lib').filter(folder => folder.endsWith('-linux-gnu'))];
  return (
    libraries
      .flatMap(within)
      .filter(folder => /\/webkit2?gtk-[\d.]+$/.test(folder))
      .map(folder => path.join(folder, 'MiniBrowser'))
      .findLast(file => existsSync(file)) ?? null
  );
}

/** The three engines: where to find and how to start each. `FIREFOX_PATH` and `CHROMIUM_PATH` name other programs. */
export const candidates: Candidate[] = [
  {
    name: 'Chromium',
    find: () => locateChromium().executablePath,
    start: async () => playwrightEngine('Chromium', await chromium.launch(await findChromium())),
  },
  {
    name: 'Firefox',
    find: () => process.env['FIREFOX_PATH'] ?? onPath('firefox-esr') ?? onPath('firefox'),
    start: async executablePath =>
      playwrightEngine('Firefox', await firefox.launch({ channel: 'moz-firefox', executablePath })),
  },
  { name: 'WebKit', find: findMiniBrowser, start: startWebKit },
];
