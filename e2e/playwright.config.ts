import { defineConfig } from '@playwright/test'
import { findChromium } from '../scripts/find-chromium.ts'

const executablePath = findChromium()

export default defineConfig({
  testDir: 'tests',
  globalSetup: './start-product.ts',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Pictures of each moment would take more time than the tests themselves.
    trace: { mode: 'retain-on-failure', screenshots: false },
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
