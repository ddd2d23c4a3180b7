/**
 * `npm run bench -- [--sizes=1000,10000] [--calendar=50000] [--runs=5] [--dist=/other/dist]`: start, interactions and
 * writes of the server, medians in one table. With the build of another checkout both take turns, so that the machine's load meets both.
 */
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findChromium } from '../test/support/chromium.mjs';
import { calendarVisit, coldStarts, warmVisit, type Run } from './page';
import { medianOf, tableOf } from './report';
import { serverWrites } from './server';
import { newPerson, openSite, overYears } from './stage';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000' },
    calendar: { type: 'string', default: '50000' },
    runs: { type: 'string', default: '5' },
    dist: { type: 'string' },
  },
});
const sizes = values.sizes.split(',').filter(Boolean).map(Number);
const calendar = Number(values.calendar);
const runs = Number(values.runs);

/** All values by row and site. */
const samples = new Map<string, Map<string, number[]>>();
function note(site: string, size: string, run: Run) {
  for (const [name, value] of Object.entries(run)) {
    const row = samples.get(`${size}${name}`) ?? new Map<string, number[]>();
    samples.set(`${size}${name}`, row.set(site, [...(row.get(site) ?? []), value]));
  }
}

async function main() {
  const browser = await chromium.launch(await findChromium());
  const own = await openSite('here', path.join(__dirname, '../dist'));
  const sites = values.dist ? [await openSite('there', values.dist), own] : [own];
  try {
    for (const size of sizes) {
      const people = await Promise.all(sites.map(async site => newPerson(site, browser, size)));
      const of = `${size.toLocaleString('en')}: `;
      for (let run = 0; run < runs; run += 1) {
        for (const [at, site] of sites.entries()) {
          note(site.name, of, await coldStarts(browser, site, people[at]!));
          note(site.name, of, await warmVisit(browser, site, people[at]!));
        }
        console.error(`${size} tasks, run ${run + 1} of ${runs}`);
      }
    }
    if (calendar > 0) {
      const people = await Promise.all(
        sites.map(async site => newPerson(site, browser, calendar, overYears)),
      );
      for (let run = 0; run < runs; run += 1)
        for (const [at, site] of sites.entries())
          note(
            site.name,
            `${calendar.toLocaleString('en')} of years: `,
            await calendarVisit(browser, site, people[at]!),
          );
    }
    for (let run = 0; run < runs; run += 1)
      for (const site of sites) note(site.name, '', await serverWrites(site));
  } finally {
    await browser.close();
    for (const site of sites) await site.stop();
  }
  print(sites.map(({ name }) => name));
}

function print(names: string[]) {
  const load = os.loadavg()[0]!.toFixed(1);
  console.log(
    `Medians of ${runs} runs, ms where nothing else is said; load ${load} on ${os.cpus().length} cores.\n`,
  );
  const rows = [...samples].map(([row, bySite]) => {
    const medians = names.map(name => medianOf(bySite.get(name)!));
    const ratio = (medians.at(-1)! / medians[0]!).toFixed(2);
    return [row, ...medians.map(median => median.toFixed(0)), ...(names.length > 1 ? [ratio] : [])];
  });
  console.log(tableOf(['', ...names, ...(names.length > 1 ? ['here / there'] : [])], rows));
}

void main();
