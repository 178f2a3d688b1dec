import {
  type DocumentFacts,
  documentStatuses,
  envelopeStatuses,
  type SessionFacts,
  type SessionState,
  sessionStateOf,
  sessionStates,
  sessionStatuses,
} from '@agency/contract/session-state'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMigratedDatabase } from '../../../test/migrated-database.ts'
import type { OpenDatabase } from './database.ts'
import { sessionState, shownStatus, waitsForClient, waitsForLong, waitsForStaff } from './envelope-conditions.ts'

let opened: OpenDatabase
const clientId = uuid()

beforeAll(async () => {
  opened = await openMigratedDatabase()
  await opened.db.insertInto('clients').values({ id: clientId, client_first_name: 'Inês' }).execute()
})
afterAll(() => opened.close())

const day = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * day).toISOString()

type Document = Partial<DocumentFacts> & {
  refused?: true
  unsealed?: 'waiting' | 'failed'
  proposal?: 'change' | 'policy'
}
type Waits = 'client' | 'client for long' | 'staff' | 'nobody'
interface Case {
  what: string
  session?: Partial<SessionFacts> & { passcode?: null; archived_at?: string }
  documents: Document[]
  state: SessionState
  waits: Waits
}

const sent = { sent_at: ago(1) }
const pending: Document = { status: 'pending' }
const viewed: Document = { status: 'viewed', sent_at: ago(1), read_at: ago(1) }
const signed: Document = { status: 'completed', sent_at: ago(1), read_at: ago(1) }

const cases: Case[] = [
  { what: 'no document', documents: [], state: 'draft', waits: 'staff' },
  { what: 'a document, never handed over', documents: [pending], state: 'draft', waits: 'staff' },
  { what: 'a hand-over', session: sent, documents: [pending], state: 'sent', waits: 'client' },
  { what: 'a hand-over without documents', session: sent, documents: [], state: 'sent', waits: 'staff' },
  {
    what: 'a hand-over, and no passcode',
    session: { ...sent, passcode: null },
    documents: [pending],
    state: 'sent',
    waits: 'staff',
  },
  {
    what: 'only voided documents',
    session: sent,
    documents: [{ ...viewed, status: 'voided' }],
    state: 'sent',
    waits: 'staff',
  },
  {
    what: 'only voided documents, never handed over',
    documents: [{ ...viewed, status: 'voided' }],
    state: 'draft',
    waits: 'staff',
  },
  {
    what: 'only a refused PDF',
    session: sent,
    documents: [{ ...pending, refused: true }],
    state: 'sent',
    waits: 'staff',
  },
  {
    what: 'a document that a provider has sent',
    documents: [{ status: 'sent', ...sent }],
    state: 'sent',
    waits: 'client',
  },
  { what: 'a date of sending set by hand', documents: [{ ...pending, ...sent }], state: 'sent', waits: 'client' },
  {
    what: 'a hand-over days ago',
    session: { sent_at: ago(4) },
    documents: [{ ...pending, sent_at: ago(4) }],
    state: 'sent',
    waits: 'client for long',
  },
  { what: 'a document opened', session: sent, documents: [viewed, pending], state: 'opened', waits: 'client' },
  {
    what: 'a date of opening set by hand',
    session: sent,
    documents: [{ ...pending, read_at: ago(1) }],
    state: 'opened',
    waits: 'client',
  },
  { what: 'one of two signed', session: sent, documents: [signed, viewed], state: 'partly_done', waits: 'client' },
  {
    what: 'one of two signed, the other voided',
    session: sent,
    documents: [
      { ...signed, status: 'signed', unsealed: 'waiting' },
      { ...viewed, status: 'voided' },
    ],
    state: 'partly_done',
    waits: 'nobody',
  },
  {
    what: 'one of two signed, which cannot be sealed',
    session: sent,
    documents: [{ ...signed, status: 'signed', unsealed: 'failed' }, viewed],
    state: 'partly_done',
    waits: 'staff',
  },
  ...(['change', 'policy'] as const).flatMap((proposal): Case[] => [
    {
      what: `a proposed ${proposal} to decide, while the client has another document`,
      session: sent,
      documents: [{ ...signed, proposal }, viewed],
      state: 'partly_done',
      waits: 'client',
    },
    {
      what: `a proposed ${proposal} to decide, and all done`,
      session: { ...sent, status: 'completed' },
      documents: [{ ...signed, proposal }],
      state: 'completed',
      waits: 'staff',
    },
    {
      what: `a proposed ${proposal} to decide, and the rest expired`,
      session: { ...sent, expires_at: ago(1) },
      documents: [{ ...signed, proposal }, viewed],
      state: 'expired',
      waits: 'staff',
    },
  ]),
  {
    what: 'all done',
    session: { ...sent, status: 'completed' },
    documents: [signed],
    state: 'completed',
    waits: 'nobody',
  },
  {
    what: 'all done, after its time',
    session: { ...sent, status: 'completed', expires_at: ago(1) },
    documents: [signed],
    state: 'completed',
    waits: 'nobody',
  },
  {
    what: 'a decline',
    session: { ...sent, status: 'declined' },
    documents: [{ ...viewed, status: 'declined' }],
    state: 'declined',
    waits: 'nobody',
  },
  {
    what: 'a draft after its time',
    session: { expires_at: ago(1) },
    documents: [pending],
    state: 'expired',
    waits: 'nobody',
  },
  {
    what: 'one of two signed, after its time',
    session: { ...sent, expires_at: ago(1) },
    documents: [signed, viewed],
    state: 'expired',
    waits: 'nobody',
  },
  {
    what: 'an end by staff',
    session: { ...sent, status: 'cancelled' },
    documents: [viewed],
    state: 'cancelled',
    waits: 'nobody',
  },
  {
    what: 'an archived draft',
    session: { archived_at: ago(1) },
    documents: [pending],
    state: 'draft',
    waits: 'nobody',
  },
  {
    what: 'an archived session',
    session: { ...sent, archived_at: ago(1) },
    documents: [pending],
    state: 'sent',
    waits: 'nobody',
  },
]

const factsOf = ({ session = {}, documents }: Case) => {
  const begun = documents.some(({ status }) => status !== 'pending' && status !== 'voided')
  const { passcode, archived_at = null, ...given } = session
  return {
    session: { status: begun ? 'in_progress' : 'not_started', sent_at: null, expires_at: ago(-30), ...given } as const,
    documents: documents.map(({ status = 'pending', sent_at = null, read_at = null }) => ({
      status,
      sent_at,
      read_at,
    })),
    stored: { archived_at, encrypted_passcode: passcode === null ? null : Buffer.alloc(1) },
  }
}

async function store(one: Case): Promise<string> {
  const { db } = opened
  const { session, documents, stored } = factsOf(one)
  const id = uuid()
  const code = id.replaceAll('-', '').slice(-12).toUpperCase()
  const added = { id, client_id: clientId, session_type: 'review', session_code: code } as const
  await db
    .insertInto('sessions')
    .values({ ...added, ...session, ...stored })
    .execute()
  for (const [place, facts] of documents.entries()) {
    const form = uuid()
    await db
      .insertInto('session_forms')
      .values({ ...facts, id: form, session_id: id, type: 'PDF' })
      .execute()
    const { refused, unsealed, proposal } = one.documents[place] ?? {}
    if (unsealed) {
      const envelope = {
        id: uuid(),
        session_form_id: form,
        provider: 'built-in',
        status: 'signed',
        sent_at: ago(1),
      } as const
      const sealing_failed_at = unsealed === 'failed' ? ago(0) : null
      await db
        .insertInto('envelopes')
        .values({ ...envelope, signed_at: ago(1), sealing_failed_at })
        .execute()
    }
    const of = { id: uuid(), client_id: clientId, session_form_id: form }
    const value = Buffer.alloc(1)
    if (proposal === 'change')
      await db
        .insertInto('proposals')
        .values({ ...of, field: 'height', encrypted_value: value })
        .execute()
    if (proposal === 'policy')
      await db
        .insertInto('policy_proposals')
        .values({ ...of, encrypted_values: value })
        .execute()
    if (refused)
      await sql`INSERT INTO pdf_checks (id, session_form_id, refusal) VALUES (${uuid()}, ${form}, 'no')`.execute(db)
  }
  return id
}

describe('the state of a session', () => {
  it.each(cases)(
    '[TR-02] given $what, when asked in TypeScript and in SQL, then $state, and $waits is next',
    async (one) => {
      const id = await store(one)
      const { session, documents } = factsOf(one)

      const row = await opened.db
        .selectFrom('sessions')
        .select([sessionState.as('state'), shownStatus.as('status')])
        .select([waitsForClient.as('client'), waitsForLong.as('long'), waitsForStaff.as('staff')])
        .where('sessions.id', '=', id)
        .executeTakeFirstOrThrow()

      expect(sessionStateOf(session, documents, Date.now())).toBe(one.state)
      expect(sessionStateOf({ ...session, status: row.status }, documents, Date.now())).toBe(one.state)
      const [isClient, isLong] = [one.waits.startsWith('client'), one.waits === 'client for long']
      expect(row).toMatchObject({ state: one.state, client: isClient, staff: one.waits === 'staff' })
      expect(row.long ?? false).toBe(isLong)
    },
  )

  it('given the table, then it has every state', () => {
    expect(new Set(cases.map(({ state }) => state))).toEqual(new Set(sessionStates))
  })

  it.each([
    ['sessions', sessionStatuses],
    ['session_forms', documentStatuses],
    ['envelopes', envelopeStatuses],
  ] as const)('given the table %s, then it stores the statuses of the contract', async (table, statuses) => {
    const { rows } = await sql<{ text: string }>`SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint
      WHERE conname = ${`${table}_status_check`}`.execute(opened.db)
    const stored = [...(rows[0]?.text.matchAll(/'(\w+)'/g) ?? [])].map(([, status]) => status)
    expect(new Set(stored)).toEqual(new Set(statuses))
  })
})
