import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { untaggedTests } from '../scripts/untagged-tests.ts'

const quickArgon2 = join(import.meta.dirname, 'test/quick-argon2.ts')

/** `*.full.test.ts` run with `--mode full` alone: they take too long for `npm test`. */
export default defineConfig(({ mode }) => ({
  test: {
    // Thorough tests hash at the product's cost.
    alias: mode === 'full' ? [] : [{ find: '@node-rs/argon2', replacement: quickArgon2 }],
    ...untaggedTests(mode),
    exclude: [...configDefaults.exclude, ...(mode === 'full' ? [] : ['**/*.full.test.ts'])],
    // Limits for tests that hang. A busy machine takes several times as long as a quiet one.
    testTimeout: mode === 'full' ? 180_000 : 60_000,
    hookTimeout: mode === 'full' ? 180_000 : 60_000,
    maxWorkers: 2,
    // Loading PDF, cryptography and S3 anew for each file takes a quarter of the time; each file starts a core of its own.
    isolate: false,
    globalSetup: ['test/check-tools.ts', 'test/dump-cluster.ts', 'test/template-database.ts'],
  },
}))
