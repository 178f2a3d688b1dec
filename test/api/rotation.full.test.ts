import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runScript, startScript } from '@agency/test-kit/product/run-command'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProductIn } from './api-product.ts'
import { type AgencyData, readAgency, seedAgency } from './encrypted-data.ts'

let data: string
let seeded: AgencyData
let before: unknown
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'rotation-'))
  const product = await startProductIn({}, data)
  try {
    seeded = await seedAgency(product)
    const staff = await product.logIn()
    // So many that a rotation takes long enough to be killed in it.
    for (let n = 0; n < 150; n++) await staff.addClient({ ssn: '900-00-0002', mp_pass: 'x'.repeat(500) })
    before = await readAgency(product, seeded)
    const refused = await rotate()
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('Another process uses the database') })
    expect(keys()).toEqual(['master.key'])
  } finally {
    await product.stop()
  }
}, 180_000)
afterAll(() => rmSync(data, { recursive: true }))

const rotate = () => runScript('rotate-keys', [], { DATA_DIR: data })
/** A process that is killed may leave the copy of a key that it was writing, which nothing reads. */
const keys = () => readdirSync(join(data, 'keys')).filter((name) => /^master.*\.key$/.test(name))
/** The folders that files are in, one a key. */
const folders = () =>
  readdirSync(join(data, 'files')).filter((name) => /^[0-9a-f]{8}$/.test(name) && hasFiles(join(data, 'files', name)))
const hasFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile())

/** Starts the product on the data, reads all of it, and stops. */
async function readAll(): Promise<unknown> {
  const product = await startProductIn({}, data)
  return readAgency(product, seeded).finally(() => product.stop())
}

describe('npm run rotate-keys', { timeout: 120_000 }, () => {
  it('given a rotation that was killed, when the product starts, then every value opens; the next rotation continues with the same key', async () => {
    const { child, result } = startScript('rotate-keys', [], { DATA_DIR: data })
    while (!existsSync(join(data, 'keys/master-2.key'))) await new Promise((resolve) => setImmediate(resolve))
    child.kill('SIGKILL')
    await result
    expect(keys()).toEqual(['master-2.key', 'master.key'])
    expect(await readAll()).toEqual(before)

    expect(await rotate()).toMatchObject({ code: 0, output: expect.stringContaining('Nothing is left on') })
    expect(keys()).toEqual(['master-2.key', 'master.key'])
    expect(folders()).toHaveLength(1)
  })

  it('given a finished rotation, when the older keys are taken away, then all opens; with the older alone nothing does', async () => {
    const older = keys()
    expect((await rotate()).code).toBe(0)
    const [newest = ''] = keys().filter((name) => !older.includes(name))
    const apart = mkdtempSync(join(tmpdir(), 'keys-'))
    const move = (names: string[], from: string, to: string) => {
      for (const name of names) renameSync(join(from, name), join(to, name))
    }
    move(older, join(data, 'keys'), apart)
    expect(await readAll()).toEqual(before)

    move([newest], join(data, 'keys'), apart)
    move(older, apart, join(data, 'keys'))
    await expect(startProductIn({}, data)).rejects.toThrow('which is missing')
    move([newest], apart, join(data, 'keys'))
    rmSync(apart, { recursive: true })
  })
})
