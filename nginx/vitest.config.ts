import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { globalSetup: ['testing/deployment.ts'], testTimeout: 30_000, maxWorkers: 2 },
})
