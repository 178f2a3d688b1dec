import { createHash } from 'node:crypto'
import type { AuditPage } from '@agency/contract/audit'
import type { ClientListItem, ClientRecord } from '@agency/contract/clients'
import type { ClientDocument } from '@agency/contract/documents'
import type { SessionFormList } from '@agency/contract/session-forms'
import type { Session } from '@agency/contract/sessions'
import type { Walked, WalkStaff } from './walk.ts'

/** What the trail of a client must have, once each, whatever was sent again. */
const once = [
  'client.created',
  'client.changed',
  'document.uploaded',
  'session.started',
  'attached',
  'signed',
  'sealed',
]

/** Reads back what the walks have made: everything is there, and nothing twice. @returns what is wrong */
export async function checkWalked(walkStaff: WalkStaff, walked: readonly Walked[]): Promise<string[]> {
  const { staff } = walkStaff
  const all = await staff.json<ClientListItem[]>('GET', '/clients')
  const families = new Map<string, number>()
  for (const { client_last_name: name } of all) families.set(name ?? '', (families.get(name ?? '') ?? 0) + 1)
  const problems = walked.flatMap(({ family }) => (families.get(family) === 1 ? [] : ['a client is not there once']))
  for (const one of walked) problems.push(...(await checkOne(walkStaff, one)))
  const { valid } = await staff.json<{ valid: boolean }>('GET', '/audit/verification')
  if (!valid) problems.push('the audit trail does not verify')
  return problems
}

async function checkOne({ staff }: WalkStaff, { clientId, sessionId, formId, document }: Walked): Promise<string[]> {
  const problems: string[] = []
  const says = (wrong: boolean, problem: string) => wrong && problems.push(problem)
  const record = await staff.json<ClientRecord>('GET', `/clients/${clientId}`)
  says(record.ssn !== '900-12-3456', 'an edit is lost')
  const sessions = await staff.json<Session[]>('GET', `/clients/${clientId}/sessions`)
  says(sessions.length !== 1, `${sessions.length} sessions in place of one`)
  const { data } = await staff.json<SessionFormList>('GET', `/sessionforms/session/${sessionId}`)
  says(data.length !== 1 || data[0]?.id !== formId, `${data.length} documents to sign in place of one`)
  const documents = await staff.json<ClientDocument[]>('GET', `/clients/${clientId}/documents`)
  const uploaded = documents.filter(({ sealed }) => sealed === null)
  says(uploaded.length !== 1, `${uploaded.length} uploaded files in place of one`)
  const filed = documents.filter(({ sealed }) => sealed?.session_form_id === formId)
  says(filed.length !== 1, `the sealed document was filed ${filed.length} times`)
  const { content } = await staff.ask({ method: 'GET', path: `/${uploaded[0]?.file_url}` })
  says(createHash('sha256').update(content).digest('hex') !== document.sha256, 'a file was altered')
  const { events } = await staff.json<AuditPage>('GET', `/audit?client_id=${clientId}`)
  for (const action of once) {
    const times = events.filter((event) => event.action === action).length
    says(times !== 1, `${action} is ${times} times in the trail`)
  }
  return problems
}
