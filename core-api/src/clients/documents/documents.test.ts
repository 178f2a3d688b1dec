import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { ClientDocument } from '@agency/contract/documents'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, nobody, readPdf, startCore, startCoreForTest } from '../../../test/core.ts'
import { heldBody } from '../../../test/held-calls.ts'
import { seedClient } from '../../../test/session-fixtures.ts'
import { seedColleague } from '../../../test/staff-fixtures.ts'
import { sweepFiles } from '../../operation/files/file-sweep.ts'

let core: Core
beforeAll(async () => {
  core = await startCore({ UPLOAD_LIMIT_MB: '1' })
})
afterAll(() => core.close())

const boundary = 'limit'
const fieldPart = ([name, value]: [string, string]) =>
  Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
const filePart = ({ name, content, part = 'documents' }: { name: string; content: Buffer; part?: string }) => [
  Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${part}"; filename="${name}"\r\n`),
  Buffer.from('Content-Type: text/html\r\n\r\n'),
  content,
  Buffer.from('\r\n'),
]

type Sent = Parameters<typeof filePart>[0]
const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
const bodyOf = (files: Sent[], fields: Record<string, string> = {}) =>
  Buffer.concat([
    ...Object.entries(fields).map(fieldPart),
    ...files.flatMap(filePart),
    Buffer.from(`--${boundary}--\r\n`),
  ])

async function upload(id: string, files: Sent[], fields: Record<string, string> = {}) {
  const payload = bodyOf(files, fields)
  return core.ask(await core.admin(), { method: 'POST', url: `/upload/${id}`, payload, headers })
}

async function list(id: string): Promise<ClientDocument[]> {
  return (await core.ask(await core.admin(), { method: 'GET', url: `/clients/${id}/documents` })).json()
}

/**
 * How many files the store holds, finished or not, without what is in the trash, and without the anchors of the audit
 * trail: the service makes those whenever they are due.
 */
const stored = () =>
  readdirSync(core.config.filesDirectory, { recursive: true, withFileTypes: true }).filter(
    (entry) =>
      entry.isFile() &&
      !entry.name.startsWith('anchor-') &&
      !entry.parentPath.startsWith(join(core.config.filesDirectory, 'trash')),
  ).length

const open = (url: string) => core.ask(nobody, { method: 'GET', url: `/${url}` })
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('uploads', () => {
  it('[AP-04] given several files, when uploaded, then all are listed with what was said of them, typed by content @full', async () => {
    const id = await seedClient(core, await core.admin())
    const files = [
      { name: 'card.html', content: png },
      { name: 'form.txt', content: readPdf('pdftex.pdf') },
    ]
    const answer = await upload(id, files, {
      status: 'received',
      folder: ' Cards ',
      signed: 'true',
      notes: '<p>x<script></p>',
    })
    expect(answer.statusCode).toBe(201)
    expect(answer.json().files).toHaveLength(2)
    const rows = await list(id)
    const shared = { status: 'received', folder: 'Cards', signed: true, notes: '<p>x</p>' }
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ file_name: 'card.html', mime_type: 'image/png', file_size: png.length, ...shared }),
        expect.objectContaining({ file_name: 'form.txt', mime_type: 'application/pdf', ...shared }),
      ]),
    )
    expect(rows[0]).not.toHaveProperty('file_id')
  })

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\\\scans\\\\id.png', 'id.png'],
    ['a%22b; x=y.pdf', 'a"b; x=y.pdf'],
    ['année %221%22.pdf', 'année "1".pdf'],
    ['one%0D%0Atwo.pdf', 'onetwo.pdf'],
    ['100%25 of %2F.pdf', '100%25 of %2F.pdf'],
    ['firma 🖋️ ñ.pdf', 'firma 🖋️ ñ.pdf'],
    ['..', 'unnamed'],
    ['\u202Egnp.exe', 'gnp.exe'],
    ['in\u2066v\u200Bo\uFEFFice\u2028.pdf', 'invoice.pdf'],
    ['\u2067\u202E', 'unnamed'],
  ])('given a file called %s, when stored and given back, then as %s, safely', async (name, kept) => {
    const id = await seedClient(core, await core.admin())
    await upload(id, [{ name, content: png }])
    const [row] = await list(id)
    expect(row?.file_name).toBe(kept)
    const file = await open(row?.file_url ?? '')
    expect(file.rawPayload.equals(png)).toBe(true)
    expect(file.headers['content-disposition']).toMatch(
      /^inline; filename="[^"\r\n]*"; filename\*=UTF-8''[\w.%~!$&+-]*$/,
    )
  })

  it('given a document, when renamed with marks that reorder text, then they are dropped; nothing visible is 400', async () => {
    const admin = await core.admin()
    const id = await seedClient(core, admin)
    await upload(id, [{ name: 'a.pdf', content: png }])
    const [row] = await list(id)
    const rename = (file_name: string) =>
      core.ask(admin, { method: 'PATCH', url: `/documents/${row?.id}`, payload: { file_name } })
    expect((await rename('\u202Egnp.exe')).json().file_name).toBe('gnp.exe')
    const refused = await rename('\u202E \u200B')
    expect([refused.statusCode, refused.json().details[0].field]).toEqual([400, 'file_name'])
  })

  it('given one file too large among several, when uploaded, then 413, and none is kept', async () => {
    const id = await seedClient(core, await core.admin())
    const before = stored()
    const large = { name: 'large.bin', content: randomBytes(1024 * 1024 + 1) }
    const answer = await upload(id, [{ name: 'small.png', content: png }, large])
    expect(answer.statusCode).toBe(413)
    expect(await list(id)).toEqual([])
    expect(stored()).toBe(before)
  })

  it.each<[string, () => Promise<{ statusCode: number }>, number]>([
    ['for an unknown client', () => upload('01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b', [{ name: 'a', content: png }]), 404],
    [
      'with an unknown field',
      async () => upload(await seedClient(core, await core.admin()), [{ name: 'a', content: png }], { color: 'red' }),
      400,
    ],
    [
      'in an unknown part',
      async () => upload(await seedClient(core, await core.admin()), [{ name: 'a', content: png, part: 'x' }]),
      400,
    ],
    ['without a file', async () => upload(await seedClient(core, await core.admin()), []), 400],
  ])(
    'given an upload %s, when sent, then it is refused and nothing is left in the store',
    async (_what, send, status) => {
      const before = stored()
      expect((await send()).statusCode).toBe(status)
      expect(stored()).toBe(before)
    },
  )

  it('given a stored file, when the store is read, then its content is not in the clear', async () => {
    const id = await seedClient(core, await core.admin())
    const marked = Buffer.from(`canary ${'123-45-6789 '.repeat(50)}`)
    await upload(id, [{ name: 'a.txt', content: marked }])
    const { execFileSync } = await import('node:child_process')
    expect(() => execFileSync('grep', ['-r', '123-45-6789', core.config.filesDirectory])).toThrow()
  })
})

describe('the sweep of the store', () => {
  it('given bytes that no row names, when a day has passed, then they are removed, and what rows name stays', async () => {
    const id = await seedClient(core, await core.admin())
    await upload(id, [{ name: 'kept.png', content: png }])
    const orphan = await core.app.files.store(Readable.from([png]), 1_000)
    const broken = uuid()
    const keyFolder = readdirSync(core.config.filesDirectory).find((name) => /^[0-9a-f]{8}$/.test(name)) ?? ''
    const folder = join(core.config.filesDirectory, keyFolder, broken.slice(-2), broken.slice(-4, -2))
    const unfinished = join(folder, `${broken}.x.partial`)
    mkdirSync(dirname(unfinished), { recursive: true })
    writeFileSync(unfinished, 'half')
    const before = stored()

    const { db, fileStore: store } = core.app
    expect(await sweepFiles({ db, store })).toMatchObject({ trashed: 0, held: 0, unfinished: 0 })
    expect(stored()).toBe(before)

    const tomorrow = Date.now() + 25 * 3_600_000
    const swept = await sweepFiles({ db, store, now: tomorrow })
    expect(swept.trashed).toBeGreaterThanOrEqual(1)
    expect(swept.unfinished).toBe(1)
    const left = readdirSync(join(core.config.filesDirectory, keyFolder), { recursive: true }).join()
    expect(left).not.toContain(orphan.id)
    expect(left).not.toContain(broken)
    const [row] = await list(id)
    expect((await open(row?.file_url ?? '')).rawPayload.equals(png)).toBe(true)
  })
})

describe('documents', () => {
  async function seedDocument() {
    const clientId = await seedClient(core, await core.admin())
    const [row] = (await upload(clientId, [{ name: 'a.png', content: png }])).json().files as ClientDocument[]
    if (!row) throw new Error('nothing was uploaded')
    return { clientId, row }
  }

  it('given a document, when changed and deleted, then it shows, and its bytes are gone', async () => {
    const { clientId, row } = await seedDocument()
    const url = `/documents/${row.id}`
    const changed = await core.ask(await core.admin(), {
      method: 'PATCH',
      url,
      payload: { folder: 'IDs', status: 'filed' },
    })
    expect(changed.json()).toMatchObject({ folder: 'IDs', status: 'filed', file_name: 'a.png' })
    const before = stored()
    expect((await core.ask(await core.admin(), { method: 'DELETE', url })).statusCode).toBe(204)
    expect(await list(clientId)).toEqual([])
    expect(stored()).toBe(before - 1)
    expect((await core.ask(await core.admin(), { method: 'DELETE', url })).statusCode).toBe(404)
  })

  it('given an address that was altered, is of another document or whose login has ended, when opened, then 404', async () => {
    const { row } = await seedDocument()
    const other = await seedDocument()
    expect((await open(row.file_url)).statusCode).toBe(200)
    const altered = row.file_url.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`)
    expect((await open(altered)).statusCode).toBe(404)
    expect((await open(row.file_url.replace(row.id, other.row.id))).statusCode).toBe(404)
    expect((await open(row.file_url.replace(/expires=\d/, 'expires=9'))).statusCode).toBe(404)
    expect((await open(`documents/${row.id}/file`)).statusCode).toBe(404)

    const login = await core.logIn()
    const [mine] = (await core.ask(login, { method: 'GET', url: `/clients/${other.clientId}/documents` })).json()
    expect((await open(mine.file_url)).statusCode).toBe(200)
    await core.ask(login, { method: 'POST', url: '/admin/logout' })
    expect((await open(mine.file_url)).statusCode).toBe(404)
  })
})

describe('an upload that arrives late', () => {
  const files = [{ name: 'card.png', content: png }]

  it('given a colleague who uploads a file, when their login ends before it arrives, then 401 and nothing is stored', async () => {
    const id = await seedClient(core, await core.admin())
    const { as } = await seedColleague(core, 'standard')
    const before = stored()
    const { payload, reached, release } = heldBody(bodyOf(files))
    const asked = core.ask(as, { method: 'POST', url: `/upload/${id}`, headers, payload })
    await reached
    expect((await core.ask(as, { method: 'POST', url: '/admin/logout' })).statusCode).toBe(204)
    release()
    const answer = await asked
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'SESSION_EXPIRED'])
    expect(await list(id)).toEqual([])
    expect(stored()).toBe(before)
  })

  it('given a colleague who sees own clients only, when the client is handed over before the file arrives, then 404 and nothing is listed', async () => {
    const own = await startCoreForTest({ STANDARD_SCOPE: 'own' })
    const power = await own.admin()
    const { as } = await seedColleague(own, 'standard')
    const successor = await seedColleague(own, 'standard')
    const id = await seedClient(own, as)
    const { payload, reached, release } = heldBody(bodyOf(files))
    const asked = own.ask(as, { method: 'POST', url: `/upload/${id}`, headers, payload })
    await reached
    const owner = { owner_id: successor.admin.id }
    const handed = await own.ask(power, { method: 'PUT', url: `/clients/${id}/owner`, payload: owner })
    expect(handed.statusCode).toBe(200)
    release()
    expect((await asked).statusCode).toBe(404)
    expect((await own.ask(power, { method: 'GET', url: `/clients/${id}/documents` })).json()).toEqual([])
  })
})
