import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { root } from '../../scripts/repository.ts'
import { mountSmallDisk, type SmallDisk } from '../faults/small-disk.ts'
import { type StoppableProduct, startProductIn } from './api-product.ts'

const disk = mountSmallDisk(160)
afterAll(() => disk?.remove())

/** Waits as long as a busy machine may take. */
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 200 })

describe.skipIf(!disk)('a disk that is full', () => {
  let small: SmallDisk
  let product: StoppableProduct
  beforeAll(async () => {
    if (!disk) throw new Error('These tests are skipped without a disk')
    small = disk
    product = await startProductIn({}, small.path)
  })
  afterAll(() => product.stop())

  const words = expect.stringMatching(/^The disk is full/)

  it('[SI-11] given not one free byte, when staff log in and read, then they can; a change is 507 in words; later all is as before', async () => {
    const staff = await product.logIn()
    const client = await staff.addClient({ client_last_name: 'Kept' })
    const session = await staff.startSession(client.id)
    small.fill()
    expect(small.freeBytes()).toBe(0)

    // More logins than fit into the pages that the tables already have.
    for (let login = 0; login < 40; login++) {
      const again = await product.logIn()
      expect(await again.read(`/clients/${client.id}`)).toMatchObject({ client_last_name: 'Kept' })
    }
    const reader = await product.openSession(session.session_code)
    expect(reader).toBeDefined()

    for (const [method, path, body] of [
      ['POST', '/clients', { client_last_name: 'Lost' }],
      ['PUT', `/clients/${client.id}`, { client_last_name: 'Lost' }],
      ['POST', '/session', { client_id: client.id, session_type: 'review', passcode: 'open sesame' }],
    ] as const) {
      const answer = await staff.ask(method, path, body)
      expect([answer.status, await answer.json()]).toEqual([507, { code: 'DISK_FULL', message: words }])
    }
    const form = new FormData()
    form.set('documents', new Blob(['x'.repeat(200_000)]), 'note.txt')
    const upload = await product.asStaff(`/upload/${client.id}`, { method: 'POST', form, headers: staff.headers })
    expect([upload.status, (await upload.json()).code]).toEqual([507, 'DISK_FULL'])

    expect((await product.ask('/readyz')).status).toBe(200)
    // The report may be that of before, for two seconds.
    await until(async () => {
      const report: { id: string; state: string; message: string }[] = await staff.read('/health-report')
      expect(report.find(({ id }) => id === 'disk-reserve')).toMatchObject({ state: 'failing', message: words })
    })
    expect((await staff.ask('POST', '/admin/logout')).status).toBe(204)

    small.empty()
    const later = await product.logIn()
    await until(async () => {
      expect((await later.ask('POST', '/clients', { client_last_name: 'After' })).status).toBe(201)
    })
    expect(await later.read(`/clients/${client.id}`)).toMatchObject({ client_last_name: 'Kept' })
  })

  it('given that the reserve is used up and something takes every byte, when asked, then refusals in words, and no service ends', async () => {
    const staff = await product.logIn()
    for (let round = 0; round < 40; round++) {
      small.fill()
      const [login, read, write] = await Promise.all([
        product.asStaff('/admin/login', { method: 'POST', body: { username: 'admin', password: 'not this' } }),
        staff.ask('GET', '/clients'),
        staff.ask('POST', '/clients', { client_last_name: 'Lost' }),
      ])
      expect([401, 429, 507]).toContain(login.status)
      expect([200, 507]).toContain(read.status)
      expect(write.status).toBe(507)
    }
    small.empty()
    await until(async () => {
      expect((await staff.ask('POST', '/clients', { client_last_name: 'Later' })).status).toBe(201)
    })
  })
})

describe.skipIf(!disk)('a start on a full disk', () => {
  it.each([
    ['npm start', ['scripts/start.ts']],
    ['core-api', ['core-api/src/main.ts']],
  ])(
    'given no data and no free byte, when %s begins, then it says so in words and ends with a code',
    async (_what, args) => {
      const small = mountSmallDisk(16)
      if (!small) throw new Error('A disk could be mounted before')
      onTestFinished(small.remove)
      small.fill()
      const env = {
        ...process.env,
        DATA_DIR: small.path,
        PORT: '0',
        DATABASE_URL: '',
        PRINCIPAL_SECRET: 'p'.repeat(32),
      }
      const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
      const exited = once(child, 'exit')
      const printed = (await Promise.all([text(child.stdout), text(child.stderr)])).join('')
      expect(printed).toMatch(/The disk is full.*Free space and start again/s)
      expect(printed).not.toMatch(/\n\s+at /)
      expect(await exited).toEqual([1, null])
    },
  )
})
