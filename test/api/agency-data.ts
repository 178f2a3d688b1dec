import { createHash, randomBytes, randomInt } from 'node:crypto'
import { clientFields } from '@agency/contract/client-fields'
import type { ClientRecord, ClientUpdate } from '@agency/contract/clients'
import type { ClientDocument } from '@agency/contract/documents'
import type { ProposalList } from '@agency/contract/form-fields'
import type { SessionForm, SessionFormList } from '@agency/contract/session-forms'
import type { Session } from '@agency/contract/sessions'
import { expect, vi } from 'vitest'
import { answered, cookieOf, field, Office, Visitor } from './office.ts'
import type { Services } from './services.ts'

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
    passcode: word(),
    signature: `Ana ${word()}`,
    'uploaded file': word(),
    'written into a field': word(),
    'proposed value': digits(14),
  }
}

/** Clients, an uploaded document, and a document that a client has signed and the product has encrypted. */
export async function seedAgency(services: Services): Promise<AgencyData> {
  const office = new Office(services, await services.logIn())
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
    ...fields
  } = secrets
  const update: ClientUpdate = fields
  const client = await office.addClient(update)
  const other = await office.addClient({ client_last_name: 'Gonçalves', ssn: '900-00-0001' })
  const form = new FormData()
  form.append('documents', new Blob([`${content}\n`.repeat(4_000)]), 'notes.txt')
  form.append('documents', new Blob([randomBytes(300_000)]), 'scan.bin')
  form.append('notes', fileNotes)
  await office.send(`/upload/${client.id}`, form)
  const session = await office.startSession(client.id, { passcode })
  const libraryForm = await office.addPdf()
  const [text, bound] = [field(), field({ binding: 'dl_or_ppnumber', y: 90 })]
  await office.placeFields(libraryForm.id, [text, bound, field({ binding: 'ssn', y: 120 })])
  const { id: formId } = await office.attach(session.id, { form_id: libraryForm.id, notes: formNotes })
  const values = { [text.id]: written, [bound.id]: proposed }
  await sign(services, session, formId, { passcode, signature, values })
  await vi.waitFor(async () => expect((await readForm(office, session.id)).status).toBe('completed'), {
    timeout: 30_000,
    interval: 100,
  })
  const voided = await office.startSession(client.id, { passcode })
  const { id: voidedId } = await office.attach(voided.id, { form_id: libraryForm.id })
  await openForm(services, voided, voidedId, passcode)
  await answered(office.ask('POST', `/sessionforms/${voidedId}/void`, { reason }))
  delete secrets.cvc
  return { clientIds: [client.id, other.id], sessionCode: session.session_code, sessionId: session.id, secrets }
}

async function sign(
  services: Services,
  { session_code: code }: Session,
  formId: string,
  { passcode, signature, values }: { passcode: string; signature: string; values: Record<string, string> },
) {
  const opened = await services.asClient(`/api/session/${code}/auth`, { method: 'POST', body: { passcode } })
  const visitor = new Visitor(services, cookieOf(opened))
  await answered(visitor.ask('POST', `/sessionforms/${formId}/open`))
  await visitor.consent(code)
  await answered(visitor.ask('PUT', `/sessionforms/${formId}/fields`, { values }))
  await answered(
    visitor.ask('POST', `/sessionforms/${formId}/sign`, {
      name: signature,
      signature: { kind: 'typed', text: signature, font: 'caveat' },
      language: 'en',
      time_zone: 'America/New_York',
    }),
  )
}

/** Opens a document as its client, which makes its envelope. */
async function openForm(services: Services, { session_code: code }: Session, formId: string, passcode: string) {
  const opened = await services.asClient(`/api/session/${code}/auth`, { method: 'POST', body: { passcode } })
  await answered(new Visitor(services, cookieOf(opened)).ask('POST', `/sessionforms/${formId}/open`))
}

async function readForm(office: Office, sessionId: string): Promise<SessionForm> {
  const { data } = await office.read<SessionFormList>(`/sessionforms/session/${sessionId}`)
  const [form] = data
  if (!form) throw new Error('The session has no document')
  return form
}

/** Logs in and reads it all, files by their hashes: the same before and after whatever may not change it. */
export async function readAgency(services: Services, data: AgencyData): Promise<unknown> {
  const office = new Office(services, await services.logIn())
  const hashOf = async (answer: Response) => {
    expect(answer.status).toBe(200)
    return createHash('sha256')
      .update(Buffer.from(await answer.arrayBuffer()))
      .digest('hex')
  }
  const clients: ClientRecord[] = []
  for (const id of data.clientIds) clients.push(await office.read(`/clients/${id}`))
  const documents = await office.read<ClientDocument[]>(`/clients/${data.clientIds[0]}/documents`)
  const { id: formId } = await readForm(office, data.sessionId)
  return {
    clients,
    proposals: (await office.read<ProposalList>(`/clients/${data.clientIds[0]}/proposals`)).proposals,
    session: await office.read(`/session/${data.sessionCode}/details`),
    documents: await Promise.all(
      documents.map(async ({ file_url, ...document }) => [
        document,
        await hashOf(await services.asStaff(`/${file_url}`)),
      ]),
    ),
    encrypted: await hashOf(await office.ask('GET', `/sessionforms/${formId}/file`)),
  }
}
