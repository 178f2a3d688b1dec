import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { up as first } from '../../../migrations/001-first.ts'
import { up as verify } from '../../../migrations/002-verify.ts'
import { up as documents } from '../../../migrations/003-documents.ts'
import { up as auditAndVersions } from '../../../migrations/004-audit-and-versions.ts'
import { up as clientList } from '../../../migrations/006-client-list.ts'
import { up as reminders } from '../../../migrations/007-reminders.ts'
import { up as formFields } from '../../../migrations/008-form-fields.ts'
import { up as docusign } from '../../../migrations/009-docusign.ts'
import { up as idempotencyKeys } from '../../../migrations/010-idempotency-keys.ts'
import { up as signedStates } from '../../../migrations/014-signed-states.ts'
import { createEmptyDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { type OpenDatabase, openDatabase } from '../../platform/database/database.ts'

const earlier: Record<string, Migration> = {
  '001': { up: first },
  '002': { up: verify },
  '003': { up: documents },
  '004': { up: auditAndVersions },
  '006': { up: clientList },
  '007': { up: reminders },
  '008': { up: formFields },
  '009': { up: docusign },
  '010': { up: idempotencyKeys },
}

/** Brings the database up to these migrations. */
async function migrateTo(migrations: Record<string, Migration>) {
  const migrator = new Migrator({ db: opened.db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  expect(error).toBeUndefined()
}

let made: TestDatabase
let opened: OpenDatabase
beforeAll(async () => {
  made = await createEmptyDatabase()
  opened = await openDatabase(made.target)
  await migrateTo(earlier)
})
afterAll(async () => {
  await opened.close()
  await made.drop()
})

/** A session of an installation from before, called completed, with one document. */
async function seedForm(status: string) {
  const [client, session, form] = [randomUUID(), randomUUID(), randomUUID()]
  const { db } = opened
  await sql`INSERT INTO clients (id) VALUES (${client})`.execute(db)
  await sql`INSERT INTO sessions (id, client_id, session_type, session_code, expires_at, status, submitted_at)
    VALUES (${session}, ${client}, 'review', ${form}, now() + interval '1 day', 'completed', now())`.execute(db)
  await sql`INSERT INTO session_forms (id, session_id, type, status) VALUES (${form}, ${session}, 'PDF', ${status})`.execute(
    db,
  )
  return { session, form }
}

let position = 0
async function record(form: string, action: string, minute: number, fields: string[], actor: string | null) {
  position += 1
  await sql`INSERT INTO audit_events (id, chain, position, at, actor_kind, actor_id, action, subject_id, fields, hash)
    VALUES (${randomUUID()}, 'x', ${position}, ${new Date(Date.UTC(2026, 1, 1, 0, minute)).toISOString()}, 'admin',
      ${actor}, ${action}, ${form}, ${fields}, '\\x00')`.execute(opened.db)
}

it('given an installation from before, when it is upgraded, then what staff set by hand is marked, and what is not sealed is not completed', async () => {
  const { db } = opened
  const admin = randomUUID()
  await sql`INSERT INTO admins (id, username, email, role, first_name, last_name, password_hash)
    VALUES (${admin}, 'ana', 'a@x.test', 'power', 'Ana', 'Lima', 'x')`.execute(db)
  const marked = await seedForm('completed')
  await record(marked.form, 'viewed', 1, [], null)
  await record(marked.form, 'staff_override', 2, ['status', 'signed_at'], admin)
  const signed = await seedForm('signed')
  await record(signed.form, 'staff_override', 1, ['status', 'signed_at', 'sent_at'], admin)
  await record(signed.form, 'signed', 2, [], null)
  await sql`INSERT INTO envelopes (id, session_form_id, provider, status, sent_at, signed_at)
    VALUES (${randomUUID()}, ${signed.form}, 'built-in', 'signed', now(), now())`.execute(db)

  await migrateTo({ ...earlier, '014': { up: signedStates } })

  const forms = await db.selectFrom('session_forms').selectAll().execute()
  expect(forms.find(({ id }) => id === marked.form)).toMatchObject({
    status_set_at: '2026-02-01T00:02:00.000Z',
    status_set_by: admin,
    dates_set: ['signed_at'],
    dates_set_by: admin,
  })
  expect(forms.find(({ id }) => id === signed.form)).toMatchObject({
    status_set_at: null,
    status_set_by: null,
    dates_set: ['sent_at'],
  })
  const sessions = await db.selectFrom('sessions').select(['id', 'status', 'submitted_at']).execute()
  expect(sessions.find(({ id }) => id === marked.session)).toMatchObject({ status: 'completed' })
  expect(sessions.find(({ id }) => id === signed.session)).toEqual({
    id: signed.session,
    status: 'in_progress',
    submitted_at: null,
  })
})
