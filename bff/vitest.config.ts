import { defineConfig } from 'vitest/config'
import { untaggedTests } from '../scripts/untagged-tests.ts'

export default defineConfig(({ mode }) => ({
  test: {
    ...untaggedTests(mode),
    include: ['src/**/*.test.ts'],
    // Limits for tests that hang. A busy machine takes several times as long as a quiet one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Isolated files would each load Fastify and its plugins, which takes half of the time.
    isolate: false,
  },
}))
