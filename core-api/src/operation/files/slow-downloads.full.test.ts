import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { PrincipalStatement } from '@agency/contract/principal'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { heldMemory } from '../../../test/held-memory.ts'
import { openAsClient, seedForm, seedSession } from '../../../test/session-fixtures.ts'
import { exportTrail } from '../../audit/export/audit-export.ts'
import { ClientDirectory } from '../../clients/list/client-directory.ts'
import { downloadsAtOnce } from '../../platform/http/file-download-limit.ts'

const megabyte = 2 ** 20

let core: Core
let address: string
let formId: string
beforeAll(async () => {
  core = await startCore()
  address = await core.app.listen({ port: 0, host: '127.0.0.1' })
  formId = (await seedForm(core, await seedSession(core))).form_id ?? expect.fail('There is no form')
})
afterAll(() => core.close())

/** A document whose file has this content, and the client whose session it is in. */
async function seedDocument(content: Buffer) {
  const { db, files } = core.app
  const { admin, session } = await seedSession(core)
  const payload = { session_id: session.id, form_id: formId, status: 'pending' }
  const { id } = (await core.ask(admin, { method: 'POST', url: '/sessionforms', payload })).json()
  const file_id = await files.save(db, content, { mimeType: 'application/pdf' })
  await db.updateTable('session_forms').set({ file_id }).where('id', '=', id).execute()
  return { path: `/sessionforms/${id}/file`, client: await openAsClient(core, session), admin }
}

/** Starts a download over a connection of its own. Nothing of its body is read yet. */
async function startDownload(as: PrincipalStatement, path: string): Promise<IncomingMessage> {
  const request = get(`${address}${path}`, { headers: core.headersOf(as), agent: false })
  onTestFinished(() => {
    request.destroy()
  })
  const [answer] = await once(request, 'response')
  // The end of the test resets the connection.
  answer.on('error', () => undefined)
  return answer
}

/** Starts as many downloads as one caller may have. */
const startDownloads = (as: PrincipalStatement, path: string) =>
  Promise.all(Array.from({ length: downloadsAtOnce }, () => startDownload(as, path)))

const statusesOf = (answers: IncomingMessage[]) => [...new Set(answers.map(({ statusCode }) => statusCode))]

describe('downloads whose readers are slow', () => {
  it.each([
    ['large', 10, 1],
    ['small', 3.5, 3],
  ])(
    'given %s documents, when no download is read, then memory does not grow by them, and each can be read to its end',
    async (_what, size, clients) => {
      const content = randomBytes(size * megabyte)
      const documents: Awaited<ReturnType<typeof seedDocument>>[] = []
      while (documents.length < clients) documents.push(await seedDocument(content))
      const before = heldMemory()
      const answers = (await Promise.all(documents.map(({ client, path }) => startDownloads(client, path)))).flat()
      expect(statusesOf(answers)).toEqual([200])
      // Kept for each download, memory would grow by all of them.
      expect((heldMemory() - before) / megabyte).toBeLessThan((size * answers.length) / 2)
      for (const answer of [answers[0], answers.at(-1)]) {
        expect(answer?.headers['content-length']).toBe(String(content.length))
        expect(answer?.headers['content-disposition']).toContain('.pdf')
        expect((await buffer(answer ?? expect.fail())).equals(content)).toBe(true)
      }
    },
  )

  it('given a caller with the most downloads, when it starts another, then 503 with Retry-After; others are served, and it is after one has ended', async () => {
    const { client, admin, path } = await seedDocument(randomBytes(6 * megabyte))
    const answers = await startDownloads(client, path)
    expect(statusesOf(answers)).toEqual([200])
    const refused = await core.ask(client, { method: 'GET', url: path })
    expect(refused.statusCode).toBe(503)
    expect(refused.headers['retry-after']).toBe('5')
    expect((await core.ask(admin, { method: 'GET', url: path })).statusCode).toBe(200)
    answers[0]?.destroy()
    const again = () => core.ask(client, { method: 'GET', url: path })
    await vi.waitFor(async () => expect((await again()).statusCode).toBe(200), { timeout: 20_000 })
  })

  it('given lists, exports and files of which only the beginning was read, when others ask, then no connection to the database is taken', async () => {
    const { db, cipher, fileStore: store, files, trailSigner: sign } = core.app
    await sql`INSERT INTO clients (id) SELECT gen_random_uuid() FROM generate_series(1, 1200)`.execute(db)
    const fileId = await files.save(db, randomBytes(6 * megabyte), { mimeType: 'application/pdf' })
    const directory = new ClientDirectory(db, cipher)
    // More of each than there are connections.
    for (let n = 0; n < 20; n++) {
      const { batches } = await directory.all({}, 'all')
      expect((await batches.next()).value).toHaveLength(1000)
      const trail = exportTrail({ db, cipher, store, agencyName: 'Agency', sign }, 'agency')[Symbol.asyncIterator]()
      for (let line = 0; line < 2; line++) expect((await trail.next()).done).toBe(false)
      const { content } = await files.open(db, fileId)
      onTestFinished(() => {
        content.destroy()
      })
    }
    const admin = await core.admin()
    const asked = Array.from({ length: 20 }, () => core.ask(admin, { method: 'GET', url: '/clients?limit=1' }))
    expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual(Array.from(asked, () => 200))
  })
})
