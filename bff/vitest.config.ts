import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    testTimeout: 20_000,
    // Loading Fastify and its plugins anew for each file takes half of the time.
    isolate: false,
  },
})
