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

it('given --check and valid settings, when the service is started, then it ends without a word and without a database', async () => {
  const env = { PRINCIPAL_SECRET: 'x'.repeat(32), DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  const ended = await new Promise((resolve) => {
    execFile(process.execPath, [join(import.meta.dirname, 'main.ts'), '--check'], { env }, (error, out, err) =>
      resolve([error?.code ?? 0, out, err]),
    )
  })
  expect(ended).toEqual([0, '', ''])
})
