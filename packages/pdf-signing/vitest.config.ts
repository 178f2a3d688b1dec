import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // Loading PDF and cryptography anew for each file takes a quarter of the time.
    isolate: false,
  },
})
