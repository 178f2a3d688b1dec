import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    // Limits for tests that hang. A busy machine takes several times as long as a quiet one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Isolated files would each load Fastify and its plugins, which takes half of the time.
    isolate: false,
  },
})
