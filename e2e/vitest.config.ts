import { defineConfig } from 'vitest/config'

/** The API tests: over HTTP, against the two running services. The browser tests are Playwright's. */
export default defineConfig({
  test: {
    include: ['api/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 180_000,
    // Much of their time goes by in waiting: for services to start and end, for time limits to pass.
    maxWorkers: 3,
  },
})
