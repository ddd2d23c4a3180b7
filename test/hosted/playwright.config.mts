import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.mjs';

/** The stories of this folder, one after the other: they share two emulators. */
export default defineConfig({
  ...base,
  testDir: '.',
  globalSetup: '../support/chromium.mjs',
  outputDir: '../../test-results',
  workers: 1,
  fullyParallel: false,
  projects: [{ name: 'hosted' }],
});
