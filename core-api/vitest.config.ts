import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // Loading PDF, cryptography and S3 anew for each file takes a quarter of the time; each file starts a core of its own.
    isolate: false,
    globalSetup: ['test/check-tools.ts', 'test/dump-cluster.ts'],
  },
})
