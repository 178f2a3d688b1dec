import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

it('given no settings, as when its image is built, when the service is started, then it says so, and its sources are compiled', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'compile-cache-'))
  onTestFinished(() => rmSync(cache, { recursive: true }))
  const output = await new Promise<string>((resolve) => {
    const env = { NODE_COMPILE_CACHE: cache }
    execFile(process.execPath, [join(import.meta.dirname, 'main.ts')], { env }, (_error, out, err) =>
      resolve(out + err),
    )
  })
  expect(output).toContain('Invalid settings')
  const [version = ''] = readdirSync(cache)
  expect(readdirSync(join(cache, version)).length).toBeGreaterThan(500)
})
