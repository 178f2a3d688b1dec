import { execFileSync } from 'node:child_process'
import type { PrincipalStatement } from '@agency/contract/principal'
import { unzip } from '@agency/test-kit/packets/packet-archive'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Core, startCore, startCoreForTest } from '../../../test/core.ts'
import { seedCarrier, seedPolicy } from '../../../test/policy-fixtures.ts'
import { seedSealedForm } from '../../../test/sealed-fixtures.ts'
import { seedClient, seedSession } from '../../../test/session-fixtures.ts'
import { seedColleague } from '../../../test/staff-fixtures.ts'
import { verifyExport } from '../../audit/export/verify-export.ts'

let core: Core
let admin: PrincipalStatement
beforeAll(async () => {
  core = await startCore({ AGENCY_NAME: 'Sunrise', ADMIN_MANAGEMENT: 'power' })
  admin = await core.admin()
})
afterAll(() => core.close())

const ssn = '123-45-6789'
const download = (id: string, as = admin) => core.ask(as, { method: 'GET', url: `/clients/${id}/file` })
const downloads = async (id: string) =>
  (await core.ask(admin, { method: 'GET', url: `/audit?action=client.file-downloaded&client_id=${id}` })).json().events

async function upload(id: string, name: string, content: string) {
  const form = new FormData()
  form.append('documents', new Blob([content]), name)
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const payload = Buffer.from(await request.arrayBuffer())
  const answer = await core.ask(admin, { method: 'POST', url: `/upload/${id}`, payload, headers })
  expect(answer.statusCode, answer.body).toBe(201)
}

it('[BK-19] given a client with policy, note, upload and sealed document, when the whole file is downloaded, then record, documents, seal and trail are in it, and it is on the trail @full', async () => {
  const journey = await seedSession(core)
  const { clientId: id } = journey
  await core.ask(admin, { method: 'PUT', url: `/clients/${id}`, payload: { client_last_name: 'Łee', ssn, cvc: '123' } })
  const { id: carrier } = await seedCarrier(core, 'Ambetter')
  await seedPolicy(core, { client: id, carrier }, { number: 'POL-77-4242-9' })
  await core.ask(admin, { method: 'POST', url: `/clients/${id}/notes`, payload: { text: '<p>Called</p>' } })
  await upload(id, '../card.txt', 'a card')
  const { id: formId } = await seedSealedForm(core, journey)
  const pdf = await core.ask(admin, { method: 'GET', url: `/sessionforms/${formId}/file` })

  const answer = await download(id)

  expect(answer.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'private, no-store' })
  const files = unzip(answer.rawPayload)
  const [card = '', , , sealed = '', trail = ''] = [...files.keys()]
  expect([...files.keys()]).toEqual([card, 'record.json', 'record.pdf', sealed, 'trail.jsonl'])
  expect(card).toMatch(/^documents\/01 .*card\.txt$/)
  expect(files.get(card)?.toString()).toBe('a card')
  expect(sealed).toMatch(/^sealed\/01 .+\.pdf$/)
  expect(files.get(sealed)?.equals(pdf.rawPayload)).toBe(true)
  const printed = execFileSync('pdftotext', ['-layout', '-', '-'], { input: files.get('record.pdf') }).toString()
  expect(printed).toMatch(/Status Since +\d\d\/\d\d\/\d{4}/)
  expect(printed).not.toMatch(/\bID\b.*[0-9a-f]{8}-/)
  expect(JSON.parse(String(files.get('record.json')))).toMatchObject({
    client: { id, client_last_name: 'Łee', ssn, cvc: null },
    policies: [{ carrier_name: 'Ambetter', number: 'POL-77-4242-9', history: [{ status: 'active' }] }],
    notes: [{ text: '<p>Called</p>' }],
    documents: [{ file: card }, { file: sealed }],
  })
  const lines = String(files.get(trail)).trimEnd().split('\n')
  const report = await verifyExport(
    (async function* () {
      yield* lines
    })(),
  )
  expect(report).toMatchObject({ chain: id, problems: [] })
  expect(lines.at(-2)).toContain('client.file-downloaded')
  expect(await downloads(id)).toMatchObject([{ fields: ['ssn', 'number'] }])
})

it('[BK-19] given an assistant, or no required reason, when the whole file is asked for, then it is refused, and nothing is recorded; who may not read the trail gets the rest @full', async () => {
  const id = await seedClient(core, admin, { ssn })
  const { as: assistant } = await seedColleague(core, 'assistant')
  expect((await download(id, assistant)).statusCode).toBe(403)
  expect(await downloads(id)).toEqual([])
  const { as: standard } = await seedColleague(core, 'standard')
  expect([...unzip((await download(id, standard)).rawPayload).keys()]).toEqual(['record.json', 'record.pdf'])

  const strict = await startCoreForTest({ REVEAL_REASON: 'required' })
  const as = await strict.admin()
  const client = await seedClient(strict, as, { ssn })
  const refused = await strict.ask(as, { method: 'GET', url: `/clients/${client}/file` })
  expect([refused.statusCode, refused.body.includes(ssn)]).toEqual([400, false])
})
