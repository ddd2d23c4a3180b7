import { defineConfig, devices } from '@playwright/test';
import './test/support/jest/filesInMemory.cjs';
import { CHROMIUM_ARGS, locateChromium } from './test/support/chromium.mjs';

const { executablePath, env } = locateChromium();

/**
 * West of UTC, where a day that is taken for an instant shows itself as the day before. There is a second one because
 * no day may end while the stories run: what a story has written for today would be of yesterday. Workers take theirs
 * from the run that started them.
 */
const timezoneId = (process.env.STORIES_TIME_ZONE ??= dayLastsLonger('America/New_York', 'Pacific/Honolulu'));
process.env.TZ = timezoneId; // what a story calls today is the page's today

const isLong = process.env.STORIES === 'long';

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.story.ts',
  globalSetup: './test/support/chromium.mjs',
  outputDir: 'test-results',
  fullyParallel: true,
  // Stories that take long and rarely find something carry the tag @long: `npm run test:full`.
  grepInvert: isLong ? undefined : /@long/,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // For a busy machine: how long a thing takes is nobody's story here.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  workers: 3, // on two cores: a story waits now and then
  reporter: [['list'], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['json'] as const] : [])],
  use: {
    launchOptions: {
      executablePath,
      args: CHROMIUM_ARGS,
      env: { ...process.env, ...env } as Record<string, string>,
    },
    viewport: { width: 1280, height: 800 },
    timezoneId,
    locale: 'en-GB',
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every story takes a quarter of the processor time; `--trace on` records one.
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop' },
    // Stories that are told otherwise on a small dark screen carry the tag @phone; the long run tells them on both.
    ...(isLong ? [{ name: 'phone', grep: /@phone/, use: { ...phone(), colorScheme: 'dark' as const } }] : []),
  ],
});

/** The first of the two, but for the last two hours of its day. */
function dayLastsLonger(zone: string, other: string) {
  const hour = new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' });
  return Number(hour.format()) < 22 ? zone : other;
}

function phone() {
  const { viewport, deviceScaleFactor, hasTouch, isMobile } = devices['iPhone 14'];
  return { viewport, deviceScaleFactor, hasTouch, isMobile };
}
