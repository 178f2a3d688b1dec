import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('given no settings, when the sources are started, as for development, then the service says so', async () => {
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [join(import.meta.dirname, 'main.ts')], { env: {} }, (_error, out, err) =>
      resolve(out + err),
    )
  })
  expect(output).toContain('Invalid settings')
})
