import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type ClamdServer, eicar, startClamd } from '../../../../test/clamd-server.ts'
import { type Core, smallPdf, startCore, startCoreForTest } from '../../../../test/core.ts'
import { multipart, seedClient } from '../../../../test/session-fixtures.ts'
import { listDocuments, upload } from '../../../../test/upload.ts'
import { Clamd } from './clamd.ts'

let clamd: ClamdServer
let core: Core
beforeAll(async () => {
  clamd = await startClamd()
  core = await startCore({ CLAMD_URL: clamd.url })
})
afterAll(async () => {
  await core.close()
  await clamd.close()
})

const healthOf = ({ app }: Core) => app.healthChecks.find(({ id }) => id === 'virus-scanner')?.run()

describe('uploads with a virus scanner', () => {
  it('given files without malware, when uploaded, then they are stored as scanned', async () => {
    const admin = await core.admin()
    const id = await seedClient(core, admin)
    const answer = await upload(core, admin, id, [randomBytes(300_000), Buffer.from('text')])
    expect(answer.statusCode).toBe(201)
    expect(answer.json().files.map(({ scan }: { scan: string }) => scan)).toEqual(['clean', 'clean'])
  })

  it('given one infected file among others, when uploaded, then 422, none is stored and the trail names the signature', async () => {
    const admin = await core.admin()
    const id = await seedClient(core, admin)
    const answer = await upload(core, admin, id, [Buffer.from('text'), eicar])
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'FILE_INFECTED'])
    expect(await listDocuments(core, admin, id)).toEqual([])
    const events = (await core.ask(admin, { method: 'GET', url: '/audit?action=upload.infected' })).json().events
    expect(events[0].detail).toContain('Eicar-Test-Signature')
  })

  it.each(['/global-forms', '/sessionforms'])('given an infected form, when sent to %s, then 422', async (url) => {
    const fields = { title: 'A', type: 'PDF', session_id: '01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b' }
    const { session_id: _session, ...library } = fields
    const body = await multipart(url === '/global-forms' ? library : fields, eicar)
    const answer = await core.ask(await core.admin(), { method: 'POST', url, ...body })
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'FILE_INFECTED'])
  })

  it('given a file larger than the scanner takes, when uploaded, then it is stored as not scanned', async () => {
    const admin = await core.admin()
    const answer = await upload(core, admin, await seedClient(core, admin), [randomBytes(3 * 2 ** 20)])
    expect(answer.json().files[0].scan).toBe('not_scanned')
  })

  it('given a PDF without malware, when added to the library, then it is accepted', async () => {
    const body = await multipart({ title: 'A', type: 'PDF' }, smallPdf)
    expect((await core.ask(await core.admin(), { method: 'POST', url: '/global-forms', ...body })).statusCode).toBe(201)
  })

  it('given a scanner that answers, when health is asked for, then it is ok', async () => {
    expect(await healthOf(core)).toMatchObject({ state: 'ok' })
  })

  it('given twenty scans at once, when one is infected, then only that one is reported', async () => {
    const scanner = new Clamd(clamd.url)
    const contents = Array.from({ length: 20 }, (_, n) => (n === 7 ? eicar : randomBytes(50_000)))
    const results = await Promise.all(contents.map((content) => scanner.scan([content])))
    expect(results.map(({ state }) => state)).toEqual(
      contents.map((content) => (content === eicar ? 'infected' : 'clean')),
    )
  })
})

describe('uploads without a virus scanner that answers', () => {
  it('given a scanner that is down, when a file is uploaded, then 503 says so and nothing is stored @full', async () => {
    const down = await startCoreForTest({ CLAMD_URL: 'tcp://127.0.0.1:1' })
    const admin = await down.admin()
    const id = await seedClient(down, admin)
    const answer = await upload(down, admin, id, [Buffer.from('text')])
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'SCANNER_UNAVAILABLE'])
    expect(answer.json().message).toContain('The virus scanner does not answer')
    expect(await listDocuments(down, admin, id)).toEqual([])
    expect(await healthOf(down)).toMatchObject({ state: 'failing' })
  })

  it('given a scanner that ends during the scan, when asked, then the scan fails', async () => {
    const own = await startClamd()
    onTestFinished(() => own.close().catch(() => undefined))
    async function* endless() {
      yield randomBytes(1_000)
      await own.close()
      yield randomBytes(1_000)
    }
    await expect(new Clamd(own.url).scan(endless())).rejects.toThrow()
  })

  it('given no scanner, when a file is uploaded, then it is stored as not scanned, and health says so @full', async () => {
    const without = await startCoreForTest()
    const admin = await without.admin()
    const answer = await upload(without, admin, await seedClient(without, admin), [eicar])
    expect(answer.json().files[0].scan).toBe('not_scanned')
    expect(await healthOf(without)).toMatchObject({ state: 'warning' })
  })
})
