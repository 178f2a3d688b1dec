import { configDefaults, defineConfig } from 'vitest/config'

/** `--mode full` runs `*.full.test.ts` too: thorough cases that take too long for each change. */
export default defineConfig(({ mode }) => ({
  test: {
    exclude: [...configDefaults.exclude, ...(mode === 'full' ? [] : ['**/*.full.test.ts'])],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // Loading PDF, cryptography and S3 anew for each file takes a quarter of the time; each file starts a core of its own.
    isolate: false,
    globalSetup: ['test/check-tools.ts', 'test/dump-cluster.ts', 'test/template-database.ts'],
  },
}))
