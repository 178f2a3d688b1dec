import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        // Over HTTP, against the running services.
        test: {
          name: 'api',
          include: ['api/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 180_000,
          // Much of their time goes by in waiting: for services to start and end, for time limits to pass.
          maxWorkers: 3,
        },
      },
      {
        // nginx, as configured for production, between real services and recorded files.
        test: {
          name: 'edge',
          include: ['edge/**/*.test.ts'],
          globalSetup: ['edge/kit/deployment.ts'],
          testTimeout: 30_000,
          maxWorkers: 2,
        },
      },
    ],
  },
})
