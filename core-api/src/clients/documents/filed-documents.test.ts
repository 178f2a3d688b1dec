import { createHash } from 'node:crypto'
import type { ClientDocument } from '@agency/contract/documents'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { type Core, nobody, startCore } from '../../../test/core.ts'
import { seedSealedForm } from '../../../test/sealed-fixtures.ts'
import { openAsClient, type SeededSession, seedForm, seedSession, uploadFile } from '../../../test/session-fixtures.ts'
import { readForm, step } from '../../../test/signing-steps.ts'
import { seedColleague } from '../../../test/staff-fixtures.ts'
import { sweepFiles } from '../../operation/files/file-sweep.ts'
import { clearFinding, recordFinding } from '../../operation/files/finding-repository.ts'
import { fileEarlierDocuments } from './filed-documents.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

async function list({ admin, clientId }: SeededSession): Promise<ClientDocument[]> {
  return (await core.ask(admin, { method: 'GET', url: `/clients/${clientId}/documents` })).json()
}

/** A signed and sealed document, and its entry in the documents of the client. */
async function seedFiled() {
  const journey = await seedSession(core)
  const form = await seedSealedForm(core, journey)
  const [document] = await list(journey)
  if (!document) throw new Error('nothing was filed')
  return { journey, form, document }
}

const remove = ({ admin }: SeededSession, id: string, payload?: object) =>
  core.ask(admin, { method: 'DELETE', url: `/documents/${id}`, ...(payload ? { payload } : {}) })
const change = ({ admin }: SeededSession, id: string, payload: object) =>
  core.ask(admin, { method: 'PATCH', url: `/documents/${id}`, payload })
const eventsAbout = async ({ admin }: SeededSession, id: string) =>
  (await core.ask(admin, { method: 'GET', url: `/audit?subject_id=${id}` })).json().events
/** SHA-256 of a document's file, hex. */
const hashOf = async ({ file_url }: ClientDocument) =>
  createHash('sha256')
    .update((await core.ask(nobody, { method: 'GET', url: `/${file_url}` })).rawPayload)
    .digest('hex')

describe('a sealed document', () => {
  it('[PH-08] given a signed document, when it is sealed, then it is filed in the folder of its form, and is the sealed file', async () => {
    const { journey, form, document } = await seedFiled()
    expect(document).toMatchObject({
      ...{ file_name: 'Application.pdf', folder: 'Health', signed: true, mime_type: 'application/pdf' },
      uploaded_at: form.completed_at,
      sealed: {
        ...{ session_form_id: form.id, session_id: journey.session.id, voided: false },
        session_code: journey.session.session_code,
      },
    })
    expect(await list(journey)).toHaveLength(1)
    expect(await hashOf(document)).toBe(form.sealed_sha256)
    const filed = (await eventsAbout(journey, document.id)).map(({ action }: { action: string }) => action)
    expect(filed).toEqual(['document.opened', 'document.filed'])
  })

  it('given a filed document, when staff describe it, then folder, status and notes are theirs, and name and signed are fixed @full', async () => {
    const { journey, document } = await seedFiled()
    const described = await change(journey, document.id, { folder: 'Kept', status: 'checked', notes: '<p>x</p>' })
    expect(described.json()).toMatchObject({ folder: 'Kept', status: 'checked', notes: '<p>x</p>' })
    for (const payload of [{ signed: false }, { file_name: 'Other.pdf' }]) {
      const refused = await change(journey, document.id, payload)
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'DOCUMENT_SEALED'])
    }
    expect(await list(journey)).toMatchObject([{ signed: true, file_name: 'Application.pdf', folder: 'Kept' }])
  })

  it('given a filed document, when it is deleted, then a reason is needed and audited, and the sealed file stays with the session @full', async () => {
    const { journey, form, document } = await seedFiled()
    for (const payload of [undefined, {}, { reason: ' ' }]) {
      expect((await remove(journey, document.id, payload)).statusCode).toBe(400)
    }
    expect(await list(journey)).toHaveLength(1)
    expect((await remove(journey, document.id, { reason: ' Belongs to María ' })).statusCode).toBe(204)
    expect(await list(journey)).toEqual([])
    expect((await core.ask(nobody, { method: 'GET', url: `/${document.file_url}` })).statusCode).toBe(404)
    const [event] = await eventsAbout(journey, document.id)
    expect(event).toMatchObject({ action: 'document.deleted', actor_name: 'admin', reason: 'Belongs to María' })
    const stored = await auditEvents(core.app.db).selectAll().where('id', '=', event.id).execute()
    expect(JSON.stringify(stored)).not.toContain('María')

    await sweepFiles({ db: core.app.db, store: core.app.fileStore, now: Date.now() + 86_400_000 })
    const file = await core.ask(journey.admin, { method: 'GET', url: `/sessionforms/${form.id}/file` })
    expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(form.sealed_sha256)
    expect(await fileEarlierDocuments(core.app.db, new AbortController().signal)).toBe(0)
    expect(await list(journey)).toEqual([])
  })

  it('[SI-05] given a file that is marked as signed, when it is deleted, then it needs power access and a reason, and goes to the trash', async () => {
    const journey = await seedSession(core)
    const { id } = await uploadFile(core, journey.clientId)
    expect((await change(journey, id, { signed: true })).json()).toMatchObject({ signed: true })
    const standard = { ...journey, admin: (await seedColleague(core, 'standard')).as }
    const refusals = [await remove(standard, id, { reason: 'x' }), await change(standard, id, { signed: false })]
    expect(refusals.map(({ statusCode }) => statusCode)).toEqual([403, 403])
    const missing = await remove(journey, id)
    expect([missing.statusCode, missing.json().details]).toMatchObject([400, [{ field: 'reason' }]])
    const { file_id } = await core.app.db
      .selectFrom('documents')
      .select('file_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect((await remove(journey, id, { reason: 'Scanned twice' })).statusCode).toBe(204)
    expect(await list(journey)).toEqual([])
    const [event] = await eventsAbout(journey, id)
    expect(event).toMatchObject({ action: 'document.deleted', actor_name: 'admin', reason: 'Scanned twice' })
    const files = core.app.db.selectFrom('files').select('id').where('id', '=', file_id)
    expect(await files.execute()).toEqual([])
    expect((await remove(journey, id, { reason: 'Again' })).statusCode).toBe(404)
  })

  it('given an uploaded file, when it is deleted without a reason, then it is gone', async () => {
    const journey = await seedSession(core)
    const { id, sealed } = await uploadFile(core, journey.clientId)
    expect(sealed).toBeNull()
    expect((await remove(journey, id)).statusCode).toBe(204)
  })

  it('given a document that is voided after its seal, when staff look, then its entry says so, and the sealed copy stays @full', async () => {
    const { journey, form, document } = await seedFiled()
    await step(core, journey.admin, form.id, 'void', { reason: 'Wrong plan' })
    const [voided] = await list(journey)
    expect(voided).toMatchObject({ id: document.id, sealed: { voided: true } })
    expect(await hashOf(voided ?? document)).toBe(form.sealed_sha256)
  })

  it('given a sealed file that is missing, when staff look at the findings, then it is listed once, as a sealed document @full', async () => {
    const { journey, form, document } = await seedFiled()
    const { db } = core.app
    const { file_id } = await db
      .selectFrom('documents')
      .select('file_id')
      .where('id', '=', document.id)
      .executeTakeFirstOrThrow()
    await recordFinding(db, file_id, 'missing')
    const findings = (await core.ask(journey.admin, { method: 'GET', url: '/file-findings' })).json()
    expect(findings).toMatchObject([{ file_id, used_in: [{ kind: 'sealed-document', id: form.id }] }])
    await clearFinding(db, file_id)
  })

  it('given a document that staff mark as completed, when they look, then nothing is filed @full', async () => {
    const journey = await seedSession(core)
    const { id } = await seedForm(core, journey)
    const payload = { status: 'completed' }
    await core.ask(journey.admin, { method: 'PUT', url: `/sessionforms/${id}`, payload })
    expect((await readForm(core, journey, id)).status).toBe('completed')
    expect(await list(journey)).toEqual([])
  })

  it('given documents sealed by an earlier release, when they are filed, then each once, with the audit event', async () => {
    const { journey, document } = await seedFiled()
    const { db } = core.app
    await db.deleteFrom('documents').where('id', '=', document.id).execute()
    const { signal } = new AbortController()
    const counts = await Promise.all([fileEarlierDocuments(db, signal), fileEarlierDocuments(db, signal)])
    expect(Math.max(...counts.map((count) => count ?? 0))).toBe(1)
    const rows = await list(journey)
    const { id: _id, file_url: _url, version: _version, ...described } = document
    expect(rows).toMatchObject([described])
    const events = await eventsAbout(journey, rows[0]?.id ?? '')
    expect(events.map(({ action }: { action: string }) => action)).toEqual(['document.filed'])
    expect(await fileEarlierDocuments(db, signal)).toBe(0)
  })

  it('given the client of another session, when it asks, then 404 and the entry is unchanged @full', async () => {
    const { journey, document } = await seedFiled()
    const outsider = await openAsClient(core, (await seedSession(core)).session)
    const ask = (method: 'DELETE' | 'PATCH', payload: object) =>
      core.ask(outsider, { method, url: `/documents/${document.id}`, payload })
    expect((await ask('DELETE', { reason: 'x' })).statusCode).toBe(404)
    expect((await ask('PATCH', { folder: 'x' })).statusCode).toBe(404)
    expect(await list(journey)).toMatchObject([{ id: document.id, folder: 'Health' }])
  })
})
