import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listeningAddress } from '@agency/test-kit/product/listening-address'
import { expect, it, onTestFinished } from 'vitest'

/** Starts the service as a process of its own with umask 0, on the embedded engine, and stops it when it listens. */
async function startOnce(data: string): Promise<void> {
  const main = join(import.meta.dirname, '../../main.ts')
  const child = spawn('/bin/sh', ['-c', `umask 0; exec "${process.execPath}" "${main}"`], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: data,
      PORT: '0',
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'error',
      PRINCIPAL_SECRET: 'p'.repeat(32),
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  await listeningAddress(child)
  child.kill('SIGTERM')
  await exited
}

it('given a data directory of mode 0755 and umask 0, when the product starts there, then nothing in it is open to others', async () => {
  const data = mkdtempSync(join(tmpdir(), 'modes-'))
  onTestFinished(() => rmSync(data, { recursive: true }))
  chmodSync(data, 0o755)
  await startOnce(data)
  expect(readdirSync(data)).toEqual(expect.arrayContaining(['database', 'files', 'first-admin.txt', 'keys']))
  expect(readdirSync(data, { recursive: true }).length).toBeGreaterThan(900)
  const open = readdirSync(data, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isSymbolicLink())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => (lstatSync(path).mode & 0o077) !== 0)
  expect(open).toEqual([])
})
