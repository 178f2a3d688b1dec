import { defineConfig } from 'vitest/config'
import { untaggedTests } from '../scripts/untagged-tests.ts'

const onlyInFull = '**/*.full.test.ts'

export default defineConfig(({ mode }) => ({
  test: {
    ...untaggedTests(mode),
    // Limits for tests that hang.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        // Over HTTP, against running services; and the step of the pipeline that rolls a release out.
        test: {
          name: 'api',
          include: ['{api,kit,release}/**/*.test.ts'],
          exclude: [onlyInFull],
          // Each worker has a product of its own.
          maxWorkers: 2,
          // Loading the clients of the services anew for each file takes a second.
          isolate: false,
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
          // All files look at one deployment.
          maxWorkers: 1,
          isolate: false,
          sequence: { groupOrder: 1 },
          globalSetup: ['edge/kit/deployment.ts'],
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
          testTimeout: 120_000,
          hookTimeout: 180_000,
          globalSetup: ['kit/product/vitest-setup.ts', 'edge/kit/deployment.ts'],
        },
      },
    ],
  },
}))
