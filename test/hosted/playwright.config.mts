import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.mjs';

/** Runs the stories of this folder one after the other, because they share two emulators. */
export default defineConfig({
  ...base,
  testDir: '.',
  globalSetup: '../support/chromium.mjs',
  outputDir: '../../test-results',
  workers: 1,
  fullyParallel: false,
  projects: [{ name: 'hosted' }],
});
