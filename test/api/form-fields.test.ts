import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientListItem, ClientRecord } from '@agency/contract/clients'
import type { DashboardFigures } from '@agency/contract/dashboard-figures'
import type { FormField, ProposalList, SessionFormFields } from '@agency/contract/form-fields'
import { describe, expect, it, onTestFinished } from 'vitest'
import { answered, field, signAndSeal, startOffice, type Visitor, visit } from './office.ts'

const { services, office } = await startOffice()

/** A client of its own with a session in which a form with these fields waits, and the client at the portal. */
async function seedDocument(fields: FormField[]) {
  const library = await office.addPdf()
  await office.placeFields(library.id, fields)
  const client = await office.addClient({ ssn: '900-12-3456', primary_phone: '3055550100' })
  const session = await office.startSession(client.id)
  const { id } = await office.attach(session.id, { form_id: library.id })
  return { client, session, id, visitor: await visit(services, session.session_code) }
}

const valuesOf = async (visitor: Visitor, id: string) => {
  const { fields } = await answered<SessionFormFields>(visitor.ask('GET', `/sessionforms/${id}/fields`))
  return fields.map(({ value }) => value)
}

async function textOfSealed(id: string): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'fields-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const path = join(directory, 'sealed.pdf')
  const file = await office.ask('GET', `/sessionforms/${id}/file`)
  writeFileSync(path, Buffer.from(await file.arrayBuffer()))
  expect(execFileSync('pdfsig', [path], { encoding: 'utf8' })).toContain('Signature is Valid.')
  return execFileSync('pdftotext', ['-raw', '-l', '1', path, '-'], { encoding: 'utf8' })
}

describe('fields on forms', () => {
  it('given fields bound to the record, when its client fills in and signs, then the sealed PDF has the values, and staff take over what changed', async () => {
    const name = field({ binding: 'client_name', editable: false })
    const number = field({ binding: 'ssn', y: 90 })
    const phone = field({ binding: 'primary_phone', y: 120 })
    const { client, session, id, visitor } = await seedDocument([
      name,
      number,
      phone,
      field({ kind: 'initials', y: 150 }),
    ])
    expect(await valuesOf(visitor, id)).toEqual(['Ana Lima', '***-**-3456', '3055550100', null])

    await answered(visitor.ask('PUT', `/sessionforms/${id}/fields`, { values: { [phone.id]: '3055550111' } }))
    const later = await visit(services, session.session_code)
    expect(await valuesOf(later, id)).toEqual(['Ana Lima', '***-**-3456', '3055550111', null])
    const initials = { kind: 'typed', text: 'AL', font: 'caveat' }
    await signAndSeal(office, later, session, id, { initials, values: { [number.id]: '***-**-3456' } })
    const text = await textOfSealed(id)
    for (const value of ['Ana Lima', '900-12-3456', '3055550111', 'AL']) expect(text).toContain(value)

    const { proposals } = await office.read<ProposalList>(`/clients/${client.id}/proposals`)
    expect(proposals).toMatchObject([{ field: 'primary_phone', current: '3055550100', proposed: '3055550111' }])
    const narrowed = await office.read<ClientListItem[]>('/clients?proposals=open&limit=50')
    expect(narrowed.map((row) => row.id)).toEqual([client.id])
    expect((await office.read<DashboardFigures>('/clients/today?date=2026-01-31')).proposals).toBe(1)
    const accept = `/clients/${client.id}/proposals/${proposals[0]?.id}/accept`
    const decided = await answered<ProposalList>(office.ask('POST', accept, undefined, { 'if-match': '"1"' }))
    expect(decided.proposals).toEqual([])
    expect((await office.read<ClientRecord>(`/clients/${client.id}`)).primary_phone).toBe('3055550111')
    expect((await office.read<DashboardFigures>('/clients/today?date=2026-01-31')).proposals).toBe(0)
  })

  it('given ids of another client’s document, when a client sends them, then 404; and an unknown field is 400', async () => {
    const own = await seedDocument([field()])
    const text = field()
    const other = await seedDocument([text])
    const values = { [text.id]: 'Intruder' }
    const put = (id: string) => own.visitor.ask('PUT', `/sessionforms/${id}/fields`, { values })
    expect([(await put(other.id)).status, (await put(own.id)).status]).toEqual([404, 400])
    expect(await valuesOf(other.visitor, other.id)).toEqual([null])
  })
})
