import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    testTimeout: 20_000,
    // Isolated files would each load Fastify and its plugins, which takes half of the time.
    isolate: false,
  },
})
