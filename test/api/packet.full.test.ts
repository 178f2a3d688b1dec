import { readdirSync, readFileSync, truncateSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { PacketManifest } from '@agency/contract/packets'
import type { Session } from '@agency/contract/sessions'
import { onePagePdf } from '@agency/pdf-signing/test/sample-pdfs'
import { type PortalApi, signAndSeal } from '@agency/test-kit/api/portal-api'
import { answered } from '@agency/test-kit/api/send'
import { cmsFits, unzip } from '@agency/test-kit/packets/packet-archive'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { useSharedProduct } from './api-product.ts'

const { product, staff, databaseUrl } = await useSharedProduct()

const storedFiles = () =>
  readdirSync(join(product.dataDirectory, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))

/** The path of a document's sealed file in the file store. */
async function sealedFileOf(formId: string): Promise<string> {
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  const statement = 'SELECT sealed_file_id FROM envelopes WHERE session_form_id = $1'
  const { rows } = await database.query<{ sealed_file_id: string }>(statement, [formId])
  await database.end()
  const path = storedFiles().find((stored) => basename(stored) === rows[0]?.sealed_file_id)
  if (!path) throw new Error('The sealed file is not in the file store')
  return path
}

/** A session whose documents its client has signed, and the documents' ids. */
async function seedSigned(...titles: string[]): Promise<{ session: Session; portal: PortalApi; ids: string[] }> {
  const session = await staff.startSession((await staff.addClient()).id)
  const portal = await product.openSession(session.session_code)
  const ids: string[] = []
  for (const title of titles) {
    const { id } = await staff.attach(session.id, { form_id: (await staff.addPdf(onePagePdf, { title })).id })
    await signAndSeal(staff, portal, session, id)
    ids.push(id)
  }
  return { session, portal, ids }
}
const packetOf = ({ session_code }: Session) => `/session/${session_code}/packet`

describe('GET /session/{code}/packet', () => {
  it('given signed documents, when staff and their client download the packet, then it comes whole through both services', async () => {
    const { session, portal } = await seedSigned('Proposta', 'Consent')
    for (const answer of [await staff.ask('GET', packetOf(session)), await portal.ask('GET', packetOf(session))]) {
      expect(answer.headers.get('content-type')).toBe('application/zip')
      const archive = Buffer.from(await answer.arrayBuffer())
      expect(answer.headers.get('content-length')).toBe(String(archive.length))
      const files = unzip(archive)
      expect([...files.keys()]).toEqual(['01 Proposta.pdf', '02 Consent.pdf', 'manifest.json', 'manifest.json.p7s'])
      const manifest = files.get('manifest.json') ?? Buffer.alloc(0)
      expect(cmsFits(manifest, files.get('manifest.json.p7s') ?? Buffer.alloc(0))).toBe(true)
      const { documents }: PacketManifest = JSON.parse(manifest.toString())
      expect(documents).toHaveLength(2)
      for (const { sha256 } of documents) {
        const verified = await answered(product.asClient(`/verify/${sha256}`))
        expect(verified).toMatchObject({ known: true })
      }
    }
  })

  it('given another client, when it asks, then 404, and neither trail nor session has changed', async () => {
    const { session } = await seedSigned('Consent')
    const read = async () => [
      await staff.read(`/sessionforms/session/${session.id}`),
      await staff.read(`/audit?session_id=${session.id}`),
    ]
    const before = await read()
    const other = await staff.startSession((await staff.addClient()).id)
    const stranger = await product.openSession(other.session_code)
    expect((await stranger.ask('GET', packetOf(session))).status).toBe(404)
    expect(await read()).toEqual(before)
  })

  it('given a broken file in the middle, when the packet is downloaded, then no byte of it is sent, and answer and log say so', async () => {
    const { session, ids } = await seedSigned('First', 'Second', 'Third')
    const broken = await sealedFileOf(ids[1] ?? '')
    truncateSync(broken, 9_000)

    const answer = await staff.ask('GET', packetOf(session))

    expect(answer.status).toBe(500)
    expect(await answer.json()).toEqual({ code: 'FILE_DAMAGED', message: expect.stringContaining(basename(broken)) })
    const logged = () => readFileSync(join(product.dataDirectory, 'logs/core-api.log'), 'utf8')
    await vi.waitFor(
      () => expect(logged()).toContain(`The stored file ${basename(broken)} of this document is damaged`),
      { timeout: 20_000 },
    )
    expect(logged()).not.toContain(session.session_code)
  })
})
