import { defineConfig, devices } from '@playwright/test';
import { CHROMIUM_ARGS, locateChromium } from './test/support/chromium.mjs';

const { executablePath, env } = locateChromium();

/** West of UTC, where a day that is taken for an instant shows itself as the day before. */
const timezoneId = 'America/New_York';
process.env.TZ = timezoneId; // what a story calls today is the page's today

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.story.ts',
  globalSetup: './test/support/chromium.mjs',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // For a busy machine: how long a thing takes is nobody's story here.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 2,
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
    trace: 'retain-on-failure',
  },
  projects: [
    { name: 'desktop' },
    // Stories that are told otherwise on a small dark screen carry the tag @phone, and run on both.
    { name: 'phone', grep: /@phone/, use: { ...phone(), colorScheme: 'dark' } },
  ],
});

function phone() {
  const { viewport, deviceScaleFactor, hasTouch, isMobile } = devices['iPhone 14'];
  return { viewport, deviceScaleFactor, hasTouch, isMobile };
}
