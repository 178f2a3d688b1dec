import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('given no settings, when the sources are started, as for development, then the service says so @full', async () => {
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [join(import.meta.dirname, 'main.ts')], { env: {} }, (_error, out, err) =>
      resolve(out + err),
    )
  })
  expect(output).toContain('Invalid settings')
})

it.each([
  ['info', 0],
  ['loud', 1],
])(
  'given --check, when LOG_LEVEL is %s, then the settings are read, and the process ends with %s @full',
  async (LOG_LEVEL, code) => {
    const key = Buffer.alloc(32).toString('base64')
    const env = { LOG_LEVEL, PRINCIPAL_SECRET: key, JWT_SECRET: key, COOKIE_SECRET: key }
    const ended = await new Promise((resolve) => {
      execFile(process.execPath, [join(import.meta.dirname, 'main.ts'), '--check'], { env }, (error, out) =>
        resolve([error?.code ?? 0, out]),
      )
    })
    expect(ended).toEqual([code, ''])
  },
)
