import { defineConfig } from 'vitest/config'

const onlyInFull = '**/*.full.test.ts'

export default defineConfig({
  test: {
    // The tests mostly wait: for services to start and stop, for answers, for time limits.
    maxWorkers: 4,
    // Limits for tests that hang. A busy machine takes several times as long as a quiet one.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    projects: [
      {
        extends: true,
        // Over HTTP, against running services; and the step of the pipeline that rolls a release out.
        test: {
          name: 'api',
          include: ['{api,kit,release}/**/*.test.ts'],
          exclude: [onlyInFull],
          globalSetup: ['kit/product/vitest-setup.ts'],
        },
      },
      {
        extends: true,
        // nginx with its production configuration, between real services and recorded files.
        test: {
          name: 'edge',
          include: ['edge/**/*.test.ts'],
          exclude: [onlyInFull],
          globalSetup: ['edge/kit/deployment.ts'],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        // What takes too long for `npm test`: kills, waits for time limits, servers and engines of their own.
        test: {
          name: 'full',
          include: ['{api,edge,engines}/**/*.full.test.ts'],
          // Embedded engines and replicas keep the processors busy.
          maxWorkers: 2,
          globalSetup: ['kit/product/vitest-setup.ts', 'edge/kit/deployment.ts'],
        },
      },
    ],
  },
})
