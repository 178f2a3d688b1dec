import { defineConfig } from '@playwright/test'
import { findChromium } from '../scripts/find-chromium.ts'

const executablePath = findChromium()

/** These tests stop the bff of their product and deploy other releases to it, so they run one after the other. */
const routed = /\/(?:bff-down|independence)\.spec\.ts$/
/** The longest test has a product of its own. Begun last, it would run alone for half a minute. */
const longest = /\/first-document\.spec\.ts$/

export default defineConfig({
  testDir: 'browser',
  globalSetup: './kit/product/playwright-setup.ts',
  // Two keep two processors half busy: a browser test mostly waits for its page. Four make them wait for one another.
  workers: 3,
  // One bad outcome in a thousand must not refuse a change. `npm test` lists what was repeated; the night fails.
  retries: 1,
  failOnFlakyTests: process.env.FAIL_ON_FLAKY === 'true',
  forbidOnly: true,
  // Limits for tests that hang, also on a machine that is several times slower.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  outputDir: 'test-results',
  projects: [
    { name: 'routed', testMatch: routed, workers: 1 },
    { name: 'longest', testMatch: longest },
    { name: 'browser', testIgnore: [routed, longest] },
  ],
  use: {
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // What moves is waited for, time and again. whole-flow.spec.ts and keyboard.spec.ts go the main ways with all motion.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording takes time: `TRACE=1` keeps what led to a failure.
    trace: process.env.TRACE ? { mode: 'retain-on-failure', screenshots: false } : 'off',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
