import { createHash, randomBytes, randomInt } from 'node:crypto'
import { clientFields } from '@agency/contract/client-fields'
import type { ClientRecord, ClientUpdate } from '@agency/contract/clients'
import type { ClientDocument } from '@agency/contract/documents'
import type { ProposalList } from '@agency/contract/form-fields'
import type { SessionForm, SessionFormList } from '@agency/contract/session-forms'
import { formField } from '@agency/test-kit/api/form-field'
import { untilSealed } from '@agency/test-kit/api/portal-api'
import { answered } from '@agency/test-kit/api/send'
import type { StaffApi } from '@agency/test-kit/api/staff-api'
import { expect } from 'vitest'
import type { ApiProduct } from './api-product.ts'

/** An agency's data of every kind, and the texts in it that nobody may find in what is stored. */
export interface AgencyData {
  clientIds: string[]
  sessionCode: string
  sessionId: string
  /** By what they are, such as the name of a field. */
  secrets: Record<string, string>
}

const digits = (length: number) => Array.from({ length }, () => randomInt(10)).join('')
const word = () => randomBytes(9).toString('hex')

const textKinds: ReadonlySet<string> = new Set(['text', 'multiline', 'email', 'phone'])
/** What lists sort by, search or show: docs/security.md says what protects it. */
const plainFields: ReadonlySet<string> = new Set([
  'client_first_name',
  'client_last_name',
  'current_health_plan_name',
  'primary_email',
  'primary_phone',
])

function makeSecrets(): Record<string, string> {
  const encrypted = clientFields.filter((field) => field.encrypted)
  const profile = clientFields.filter(({ name, kind }) => textKinds.has(kind) && !plainFields.has(name))
  return {
    ...Object.fromEntries(profile.map(({ name }) => [name, word()])),
    // Three digits of a CVC would be found by chance.
    ...Object.fromEntries(encrypted.map(({ name }) => [name, name === 'cvc' ? '123' : digits(14)])),
    notes: `<p>${word()}</p>`,
    'notes of a document': word(),
    'notes of an uploaded file': word(),
    'reason for voiding': word(),
    'reason for declining': word(),
    passcode: word(),
    signature: `Ana ${word()}`,
    'uploaded file': word(),
    'written into a field': word(),
    'proposed value': digits(14),
  }
}

/** Clients, an uploaded document, and a document that a client has signed and the product has encrypted. */
export async function seedAgency(product: ApiProduct): Promise<AgencyData> {
  const staff = await product.logIn()
  const secrets = makeSecrets()
  const {
    passcode = '',
    signature = '',
    'uploaded file': content = '',
    'written into a field': written = '',
    'proposed value': proposed = '',
    'notes of a document': formNotes = '',
    'notes of an uploaded file': fileNotes = '',
    'reason for voiding': reason = '',
    'reason for declining': declining = '',
    ...fields
  } = secrets
  const update: ClientUpdate = fields
  const client = await staff.addClient(update)
  const other = await staff.addClient({ client_last_name: 'Gonçalves', ssn: '900-00-0001' })
  const form = new FormData()
  form.append('documents', new Blob([`${content}\n`.repeat(4_000)]), 'notes.txt')
  form.append('documents', new Blob([randomBytes(300_000)]), 'scan.bin')
  form.append('notes', fileNotes)
  await staff.sendForm(`/upload/${client.id}`, form)
  const session = await staff.startSession(client.id, { passcode })
  const libraryForm = await staff.addPdf()
  const [text, bound] = [formField(), formField({ binding: 'dl_or_ppnumber', y: 90 })]
  await staff.placeFields(libraryForm.id, [text, bound, formField({ binding: 'ssn', y: 120 })])
  const { id: formId } = await staff.attach(session.id, { form_id: libraryForm.id, notes: formNotes })
  const values = { [text.id]: written, [bound.id]: proposed }
  const portal = await product.openSession(session.session_code, passcode)
  await portal.openForm(formId)
  await portal.consent(session.session_code)
  await answered(portal.ask('PUT', `/sessionforms/${formId}/fields`, { values }))
  await portal.sign(formId, { name: signature, signature: { kind: 'typed', text: signature, font: 'caveat' } })
  await untilSealed(staff, session.id, formId)
  const voided = await staff.startSession(client.id, { passcode })
  const { id: voidedId } = await staff.attach(voided.id, { form_id: libraryForm.id })
  await (await product.openSession(voided.session_code, passcode)).openForm(voidedId)
  await answered(staff.ask('POST', `/sessionforms/${voidedId}/void`, { reason }))
  const declined = await staff.startSession(client.id, { passcode })
  const { id: declinedId } = await staff.attach(declined.id, { form_id: libraryForm.id })
  const decliner = await product.openSession(declined.session_code, passcode)
  await answered(decliner.ask('POST', `/sessionforms/${declinedId}/decline`, { reason: declining }))
  delete secrets.cvc
  return { clientIds: [client.id, other.id], sessionCode: session.session_code, sessionId: session.id, secrets }
}

async function readForm(staff: StaffApi, sessionId: string): Promise<SessionForm> {
  const { data } = await staff.read<SessionFormList>(`/sessionforms/session/${sessionId}`)
  const [form] = data
  if (!form) throw new Error('The session has no document')
  return form
}

/** Logs in and reads it all, files by their hashes: the same before and after whatever may not change it. */
export async function readAgency(product: ApiProduct, data: AgencyData): Promise<unknown> {
  const staff = await product.logIn()
  const hashOf = async (answer: Response) => {
    expect(answer.status).toBe(200)
    return createHash('sha256')
      .update(Buffer.from(await answer.arrayBuffer()))
      .digest('hex')
  }
  const clients: ClientRecord[] = []
  for (const id of data.clientIds) clients.push(await staff.read(`/clients/${id}`))
  const documents = await staff.read<ClientDocument[]>(`/clients/${data.clientIds[0]}/documents`)
  const { id: formId } = await readForm(staff, data.sessionId)
  return {
    clients,
    proposals: (await staff.read<ProposalList>(`/clients/${data.clientIds[0]}/proposals`)).proposals,
    session: await staff.read(`/session/${data.sessionCode}/details`),
    documents: await Promise.all(
      documents.map(async ({ file_url, ...document }) => [
        document,
        await hashOf(await product.asStaff(`/${file_url}`)),
      ]),
    ),
    encrypted: await hashOf(await staff.ask('GET', `/sessionforms/${formId}/file`)),
  }
}
