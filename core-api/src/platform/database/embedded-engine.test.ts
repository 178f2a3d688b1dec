import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs, { mkdtempSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openDatabase } from './database.ts'
import { lockDirectory } from './directory-lock.ts'
import { DurableNodeFS } from './durable-node-fs.ts'

const directories: string[] = []
function freshDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'engine-'))
  directories.push(directory)
  return directory
}
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true })
})

describe('the embedded engine', () => {
  it('given a commit, when it is acknowledged, then it has been synced to the disk', async () => {
    const sync = vi.spyOn(fs, 'fsyncSync')
    syncBuiltinESMExports()
    const startParams = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F')
    const durable = [...startParams, '-c', 'fsync=on', '-c', 'wal_sync_method=fsync']
    const engine = await PGlite.create({
      fs: new DurableNodeFS(join(freshDirectory(), 'cluster')),
      startParams: durable,
    })
    await engine.exec('CREATE TABLE t (n int)')
    for (let n = 0; n < 5; n++) {
      const before = sync.mock.calls.length
      await engine.query('INSERT INTO t VALUES ($1)', [n])
      expect(sync.mock.calls.length).toBeGreaterThan(before)
    }
    await engine.close()
    sync.mockRestore()
    syncBuiltinESMExports()
  })

  it('given rows written, when closed and opened again, then they are there, and settings hold', async () => {
    const directory = freshDirectory()
    const first = await openDatabase({ directory })
    await first.pool.query('CREATE TABLE t (day date, at timestamptz)')
    await first.pool.query("INSERT INTO t VALUES ('2026-02-28', '2026-02-28T12:00:00Z')")
    await first.close()
    const second = await openDatabase({ directory })
    const { rows } = await second.pool.query("SELECT day, at, current_setting('fsync') AS fsync FROM t")
    expect(rows).toEqual([{ day: '2026-02-28', at: '2026-02-28T12:00:00.000Z', fsync: 'on' }])
    await second.close()
  })

  it('given a failed statement in a transaction, when the connection is used again, then it works', async () => {
    const { pool, close } = await openDatabase({ directory: null })
    const client = await pool.connect()
    await client.query('BEGIN')
    await expect(client.query('SELECT * FROM nowhere')).rejects.toThrow('nowhere')
    client.release(true)
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    await close()
  })
})

describe('the lock of a data directory', () => {
  it('given a process that holds it, when another tries, then it says so; after kill -9 it is free', async () => {
    const directory = freshDirectory()
    const script = `import('${new URL('./directory-lock.ts', import.meta.url)}').then(({ lockDirectory }) => {
      lockDirectory(${JSON.stringify(directory)}); console.log('held'); setInterval(() => {}, 1000) })`
    const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(holder.stdout, 'data')
    expect(() => lockDirectory(directory)).toThrow('Another process')
    const ended = once(holder, 'exit')
    holder.kill('SIGKILL')
    await ended
    lockDirectory(directory).release()
  })
})
