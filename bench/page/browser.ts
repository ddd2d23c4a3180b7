/**
 * `npm run bench`: the waits of a user in a real browser with the real server, beside two floors. Times run from the
 * event, or the start of navigation, to the second frame after the result is in the DOM. App and floors take turns.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { medianOf, tableOf } from '../report';
import { openCold, visitApp, visitFloor, visitQuickAdd, visitSlowly, type Run } from './runs';
import { openStage } from './stage';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '100,1000,10000,50000' },
    runs: { type: 'string', default: '7' },
    'no-build': { type: 'boolean', default: false },
    'no-slow': { type: 'boolean', default: false },
    /** Measures only the quick add and the floor's add. */
    'quick-add': { type: 'boolean', default: false },
  },
});
const sizes = values.sizes.split(',').map(Number);
const runs = Number(values.runs);
const SLOW_UP_TO = 1000;

type Samples = Record<string, Record<string, number[]>>;
const samples: Record<number, Samples> = {};

function note(size: number, who: string, run: Run, prefix = '') {
  for (const [name, value] of Object.entries(run)) {
    ((samples[size] ??= {})[`${prefix}${name}`] ??= {})[who] ??= [];
    samples[size]![`${prefix}${name}`]![who]!.push(value);
  }
}

async function measure() {
  const stage = await openStage({ build: !values['no-build'] });
  try {
    for (const size of sizes) {
      const person = await stage.newPerson(size);
      console.error(`${size} tasks seeded`);
      for (let run = 0; run < runs; run++) {
        if (values['quick-add']) {
          note(size, 'floor', await visitFloor(stage, person));
          note(size, 'app, cached', await visitQuickAdd(stage, person));
          continue;
        }
        note(size, 'empty', await openCold(stage, person, 'empty'));
        for (const isSlow of values['no-slow'] || size > SLOW_UP_TO ? [false] : [false, true]) {
          note(size, 'floor', await openCold(stage, person, 'floor', isSlow));
          note(size, 'app, cached', await openCold(stage, person, 'app cached', isSlow));
          note(size, 'app, not cached', await openCold(stage, person, 'app bare', isSlow));
        }
        note(size, 'floor', await visitFloor(stage, person));
        note(size, 'app, cached', await visitApp(stage, person));
        if (!values['no-slow']) note(size, 'app, cached', await visitSlowly(stage, person));
        console.error(`${size} tasks, run ${run + 1} of ${runs}`);
      }
    }
  } finally {
    await stage.close();
  }
}

const WHO = ['empty', 'floor', 'app, cached', 'app, not cached'];
const number = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(1));
const ratio = (value: number | undefined, floor: number | undefined) =>
  value === undefined || !floor ? '' : (value / floor).toFixed(2);
function report() {
  const medians = Object.fromEntries(
    sizes.map(size => [
      size,
      Object.fromEntries(
        Object.entries(samples[size]!).map(([name, byWho]) => [
          name,
          Object.fromEntries(Object.entries(byWho).map(([who, list]) => [who, medianOf(list)])),
        ]),
      ),
    ]),
  );

  for (const size of sizes) {
    console.log(
      `\n${size.toLocaleString('en')} tasks, all due today; medians of ${runs} runs; ms where nothing is said\n`,
    );
    console.log(
      tableOf(
        ['', ...WHO, 'cached / floor', 'not cached / floor'],
        Object.entries(medians[size]!).map(([name, byWho]) => [
          name,
          ...WHO.map(who => (byWho[who] === undefined ? '' : number(byWho[who]))),
          ratio(byWho['app, cached'], byWho['floor']),
          ratio(byWho['app, not cached'], byWho['floor']),
        ]),
      ),
    );
  }

  const folder = path.join(__dirname, '../results');
  mkdirSync(folder, { recursive: true });
  const machine = {
    cpus: os.cpus().length,
    model: os.cpus()[0]?.model,
    node: process.version,
    load: os.loadavg(),
  };
  const json = { date: new Date().toISOString(), runs, machine, medians, samples };
  writeFileSync(path.join(folder, 'browser.json'), `${JSON.stringify(json, null, 2)}\n`);
}

void measure().then(report);
