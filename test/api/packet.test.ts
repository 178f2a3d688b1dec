import { readdirSync, readFileSync, truncateSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { PacketManifest } from '@agency/contract/packets'
import type { Session } from '@agency/contract/sessions'
import { cmsFits, unzip } from '@agency/test-kit/packets/packet-archive'
import { describe, expect, it, vi } from 'vitest'
import { answered, signAndSeal, startOffice, type Visitor, visit } from './office.ts'

const { services, office } = await startOffice()

const storedFiles = () =>
  readdirSync(join(services.dataDirectory, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))

/** A session whose documents its client has signed. @returns the sealed files as they are stored, too */
async function seedSigned(...titles: string[]): Promise<{ session: Session; visitor: Visitor; sealed: string[] }> {
  const session = await office.startSession((await office.addClient()).id)
  const visitor = await visit(services, session.session_code)
  const sealed: string[] = []
  for (const title of titles) {
    const { id } = await office.attach(session.id, { form_id: (await office.addPdf(title)).id })
    const before = new Set(storedFiles())
    await signAndSeal(office, visitor, session, id)
    sealed.push(...storedFiles().filter((path) => !before.has(path)))
  }
  return { session, visitor, sealed }
}
const packetOf = ({ session_code }: Session) => `/session/${session_code}/packet`

describe('GET /session/{code}/packet', () => {
  it('given signed documents, when staff and their client download the packet, then it comes whole through both services', async () => {
    const { session, visitor } = await seedSigned('Proposta', 'Consent')
    for (const answer of [await office.ask('GET', packetOf(session)), await visitor.ask('GET', packetOf(session))]) {
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
        const verified = await answered(services.asClient(`/verify/${sha256}`))
        expect(verified).toMatchObject({ known: true })
      }
    }
  })

  it('given another client, when it asks, then 404, and neither trail nor session has changed', async () => {
    const { session } = await seedSigned('Consent')
    const read = async () => [
      await office.read(`/sessionforms/session/${session.id}`),
      await office.read(`/audit?session_id=${session.id}`),
    ]
    const before = await read()
    const other = await office.startSession((await office.addClient()).id)
    const stranger = await visit(services, other.session_code)
    expect((await stranger.ask('GET', packetOf(session))).status).toBe(404)
    expect(await read()).toEqual(before)
  })

  it('given a broken file in the middle, when the packet is downloaded, then no byte of it is sent, and answer and log say so', async () => {
    const { session, sealed } = await seedSigned('First', 'Second', 'Third')
    expect(sealed).toHaveLength(3)
    const [, broken = ''] = sealed
    truncateSync(broken, 9_000)

    const answer = await office.ask('GET', packetOf(session))

    expect(answer.status).toBe(500)
    expect(await answer.json()).toEqual({ code: 'FILE_DAMAGED', message: expect.stringContaining(basename(broken)) })
    const logged = () => readFileSync(join(services.dataDirectory, 'logs/core-api.log'), 'utf8')
    await vi.waitFor(() =>
      expect(logged()).toContain(`The stored file ${basename(broken)} of this document is damaged`),
    )
    expect(logged()).not.toContain(session.session_code)
  })
})
