import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { root } from '../../scripts/repository.ts'
import { sharedProduct } from './api-product.ts'

const program = join(root, 'bff/dist/main.js')

/** Runs the built bff without settings, as when its image is built. */
function runWithoutSettings(compileCache: string): Promise<string> {
  return new Promise((resolve) => {
    const env = { NODE_COMPILE_CACHE: compileCache }
    execFile(process.execPath, [program], { cwd: tmpdir(), env }, (_error, out, err) => resolve(out + err))
  })
}

it('given no settings, when the built bff is started, then it says so, and its compiled code is kept as a few files', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'compile-cache-'))
  onTestFinished(() => rmSync(cache, { recursive: true }))
  expect(await runWithoutSettings(cache)).toContain('Invalid settings')
  const [version = ''] = readdirSync(cache)
  // sodium-native brings fourteen. Each library that is left out of the build would bring tens.
  const compiled = readdirSync(join(cache, version)).length
  expect(compiled).toBeGreaterThan(0)
  expect(compiled).toBeLessThan(30)
})

it('given the built bff, when a stack trace of it is read, then functions have their names, and the source map names the sources', () => {
  const code = readFileSync(program, 'utf8')
  for (const name of ['buildApp', 'sendWithFailOver', 'proxyToCore'])
    expect(code).toMatch(new RegExp(`function ${name}\\b`))
  const { sources } = JSON.parse(readFileSync(`${program}.map`, 'utf8'))
  expect(sources).toContain('../src/app.ts')
})

it.each([
  ['/docs', 'text/html; charset=utf-8'],
  ['/docs/page/docs.js', 'application/javascript; charset=utf-8'],
  ['/docs/viewer/swagger-ui.css', 'text/css; charset=utf-8'],
])('given the built bff, when %s is read, then the file is there', async (path, type) => {
  const answer = await fetch(`${sharedProduct().bffUrl}${path}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
})
