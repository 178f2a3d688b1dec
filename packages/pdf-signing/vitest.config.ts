import { configDefaults, defineConfig } from 'vitest/config'

/** `*.full.test.ts`, and tests with `@full` in their titles, run with `--mode full` alone: they take too long for `npm test`. */
export default defineConfig(({ mode }) => ({
  test: {
    ...(mode === 'full' ? {} : { testNamePattern: /^(?!.*@full)/ }),
    exclude: [...configDefaults.exclude, ...(mode === 'full' ? [] : ['**/*.full.test.ts'])],
    // Limits for tests that hang. A busy machine takes several times as long as a quiet one.
    testTimeout: mode === 'full' ? 180_000 : 60_000,
    hookTimeout: mode === 'full' ? 180_000 : 60_000,
    maxWorkers: 2,
    // Loading PDF and cryptography anew for each file takes a quarter of the time.
    isolate: false,
  },
}))
