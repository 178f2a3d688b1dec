import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { pdfsig } from '@agency/pdf-signing/test/pdf-tools'
import { read } from './kill-checks.ts'
import type { Ledger, ReviewedPages, StaffLogin } from './kill-writers.ts'

/** When a document was signed and sealed by the audit trail, in milliseconds since 1970: once each, if all is well. */
interface SignatureTrail {
  sessionId: string
  signed: number[]
  sealed: number[]
}

/** By the id of the document in its session. */
export type SignatureTrails = Map<string, SignatureTrail>

interface AuditEvent {
  at: string
  session_id: string
  subject_id: string
}

/** How long no further document may be sealed before the rest is given up, in ms. */
const longestPause = 120_000

/** Everything that was signed, also what the product was killed before it could acknowledge. */
export async function readSignatures(login: StaffLogin): Promise<SignatureTrails> {
  const trails: SignatureTrails = new Map()
  for (const action of ['signed', 'sealed'] as const) {
    for (const { at, session_id, subject_id } of await listEvents(login, action)) {
      const trail = trails.get(subject_id) ?? { sessionId: session_id, signed: [], sealed: [] }
      trail[action].push(Date.parse(at))
      trails.set(subject_id, trail)
    }
  }
  return trails
}

async function listEvents(login: StaffLogin, action: string): Promise<AuditEvent[]> {
  const all: AuditEvent[] = []
  let cursor: string | null = null
  do {
    const query: URLSearchParams = new URLSearchParams({ action, limit: '200', ...(cursor ? { cursor } : {}) })
    const { events, next_cursor } = await (await read(login, `/audit?${query}`)).json()
    all.push(...events)
    cursor = next_cursor
  } while (cursor)
  return all
}

/** How many documents were signed and not yet sealed at a kill, each counted once. */
export function countInFlight(trails: SignatureTrails, kills: number[]): number {
  const isInFlight = ({ signed, sealed }: SignatureTrail) =>
    kills.some((kill) => signed.some((at) => at <= kill) && !sealed.some((at) => at <= kill))
  return [...trails.values()].filter(isInFlight).length
}

/** Waits until each document that was signed is sealed: what a kill has interrupted is taken up again. */
async function waitForSeals(login: StaffLogin): Promise<SignatureTrails> {
  let most = -1
  let until = 0
  for (;;) {
    const trails = await readSignatures(login)
    const sealed = [...trails.values()].filter((trail) => trail.sealed.length > 0).length
    if (sealed > most) until = Date.now() + longestPause
    most = Math.max(most, sealed)
    if (sealed === trails.size || Date.now() > until) return trails
    await delay(500)
  }
}

/** Every signature is stored once and sealed once, and its sealed document is there and valid. @returns what is wrong */
export async function checkSignatures(login: StaffLogin, { signatures }: Ledger): Promise<string[]> {
  const trails = await waitForSeals(login)
  const lost = signatures.filter(({ formId }) => !trails.get(formId)?.signed.length)
  const problems = lost.map(() => 'an acknowledged signature is gone')
  const reviews = new Map(signatures.map(({ formId, reviewed }) => [formId, reviewed]))
  for (const [formId, { sessionId, signed, sealed }] of trails) {
    if (signed.length !== 1) problems.push(`a document was signed ${signed.length} times`)
    if (sealed.length !== 1) problems.push(`a document was sealed ${sealed.length} times`)
    const status = await statusOf(login, sessionId, formId)
    if (status === 'completed') problems.push(...(await checkSealed(login, formId, reviews.get(formId))))
    else problems.push(`a signed document is ${status}`)
  }
  return problems
}

async function statusOf(login: StaffLogin, sessionId: string, formId: string): Promise<string> {
  const { data } = await (await read(login, `/sessionforms/session/${sessionId}`)).json()
  return data.find(({ id }: { id: string }) => id === formId)?.status ?? 'gone'
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

async function checkSealed(login: StaffLogin, formId: string, reviewed?: ReviewedPages): Promise<string[]> {
  const pdf = Buffer.from(await (await read(login, `/sessionforms/${formId}/file`)).arrayBuffer())
  const findings = pdfsig(pdf)
  const isValid = findings.includes('Signature is Valid') && findings.match(/Signature #/g)?.length === 1
  const sha256 = sha256Of(pdf)
  const isReviewed = !reviewed || sha256Of(pdf.subarray(0, reviewed.size)) === reviewed.sha256
  const { known, voided } = await (await read(login, `/verify/${sha256}`)).json()
  return [
    ...(isReviewed ? [] : ['a sealed document does not begin with the pages that were reviewed']),
    ...(isValid ? [] : ['the seal of a document is not valid']),
    ...(known === true && voided === false ? [] : ['the verify page does not know a sealed document']),
  ]
}
